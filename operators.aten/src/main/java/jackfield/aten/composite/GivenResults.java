package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Devices;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.kernel.Strides;
import jackfield.key.DispatchKey;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Copies results into {@code out} arguments, for operators without a body of their own for that
 * form. The result is computed first, so {@code out} may be an input or overlap one.
 *
 * <p><em>Types</em>: {@code out} must have the result's type. <em>Layout</em>: {@code out} keeps
 * its strides if it has the result's sizes, else it is resized and row-major.
 *
 * <p><em>Source</em>: the {@code out} forms that PyTorch 2.6 derives from the functional ones.
 */
public final class GivenResults {
  private final Aten aten;
  private final boolean keepsLayout; // whether a resized output gets the result's strides
  private final Outputs outputs =
      new Outputs(
          DispatchKey.CPU,
          (to, from) -> {
            throw new AssertionError("only resizes");
          });

  /** Creates kernels that call the operators of {@code aten}. */
  public GivenResults(Aten aten) {
    this(aten, false);
  }

  private GivenResults(Aten aten, boolean keepsLayout) {
    this.aten = aten;
    this.keepsLayout = keepsLayout;
  }

  /** Returns these kernels for elementwise operators: resized outputs get the result's layout. */
  public GivenResults inLayoutOfResult() {
    return new GivenResults(aten, true);
  }

  /**
   * Copies {@code result} into {@code out} and returns {@code out}.
   *
   * @throws TypeMismatch if the type or device of {@code out} is not the result's
   * @throws jackfield.error.InvalidArgument if {@code out} overlaps itself
   */
  public Tensor into(String operator, Tensor result, Tensor out) {
    return written(operator, result, out, out.dtype() == result.dtype());
  }

  /**
   * Refuses what {@link #into} refuses, for operators with several results: none is written unless
   * all can be.
   */
  public static void require(String operator, Tensor result, Tensor out) {
    check(operator, result, out, out.dtype() == result.dtype());
    long _ = out.storage().address(); // throws for a closed tensor
    if (Arrays.equals(out.sizes(), result.sizes())) {
      MemoryOverlap.refuseInternal(operator, out);
    }
  }

  /**
   * Throws if a leaf that requires gradients must not be changed, and changes no element. Operators
   * that change several tensors call it for all before they change the first.
   */
  public static void refuseLeaf(Aten aten, Tensor changed) {
    if (changed.requiresGrad() && changed.isLeaf()) {
      Tensor none = aten.asStrided(changed, new long[] {0}, new long[] {1}, null);
      Tensor _ = aten.zero_(none);
    }
  }

  /**
   * Refuses an {@code out} without the type and device of the results, which are those of {@code
   * like}, before anything is computed.
   */
  public static void requireTypeOf(String operator, Tensor like, Tensor out) {
    check(operator, like, out, out.dtype() == like.dtype());
  }

  /**
   * Copies {@code result} into {@code out} as {@link #into} does, converted to its type.
   *
   * @throws TypeMismatch if the result cannot be cast to that type, or the devices differ
   * @throws jackfield.error.InvalidArgument if {@code out} overlaps itself
   */
  public Tensor castInto(String operator, Tensor result, Tensor out) {
    return written(operator, result, out, result.dtype().isCastableTo(out.dtype()));
  }

  /**
   * Copies several results into {@code out} arguments of their types. All are checked before one is
   * written.
   *
   * @throws TypeMismatch if the type or device of an argument is not the result's
   * @throws jackfield.error.InvalidArgument if one overlaps itself or another
   */
  public void intoAll(String operator, Tensor[] results, Tensor... outs) {
    Tensor[] resized = new Tensor[outs.length];
    for (int i = 0; i < outs.length; i++) {
      check(operator, results[i], outs[i], outs[i].dtype() == results[i].dtype());
      outs[i].storage().address(); // throws for a closed tensor
      MemoryOverlap.refuseInternal(operator, outs[i]);
      boolean fits = Arrays.equals(outs[i].sizes(), results[i].sizes());
      resized[i] = fits ? outs[i] : outputs.resized(outs[i], results[i].sizes(), null);
    }
    MemoryOverlap.refuseCommon(operator, resized);
    for (int i = 0; i < outs.length; i++) {
      Tensor _ = aten.copy_(resized[i], results[i]);
      Tensor _ = Outputs.adopt(outs[i], resized[i]);
    }
  }

  /**
   * Returns the tensor from which an operator in place computes its result. It is a copy of {@code
   * self} if {@code self} or one of {@code others} requires gradients: a formula may need the
   * elements that the operator overwrites.
   */
  public Tensor source(Tensor self, Tensor... others) {
    boolean isNeeded = self.requiresGrad() || Arrays.stream(others).anyMatch(Tensor::requiresGrad);
    return isNeeded ? aten.clone(self, MemoryFormat.PRESERVE) : self;
  }

  /**
   * Writes {@code result} into {@code self}, for operators in place.
   *
   * @throws TypeMismatch if the type of {@code self} is not the result's
   * @throws ShapeMismatch if its sizes are not
   */
  public Tensor inPlace(String operator, Tensor result, Tensor self) {
    if (!Arrays.equals(self.sizes(), result.sizes())) {
      throw new ShapeMismatch(
          operator, "the result does not have the sizes of self", result.sizes(), self.sizes());
    }
    if (self.dtype() != result.dtype() && !result.dtype().isCastableTo(self.dtype())) {
      throw new TypeMismatch(
          operator, "%s cannot be cast to %s".formatted(result.dtype(), self.dtype()));
    }
    return aten.copy_(self, result);
  }

  private static void check(String operator, Tensor result, Tensor out, boolean fits) {
    if (!fits) {
      throw new TypeMismatch(
          operator, "expected out to be %s, found %s".formatted(result.dtype(), out.dtype()));
    }
    Devices.check(operator, result, out);
  }

  private Tensor written(String operator, Tensor result, Tensor out, boolean fits) {
    check(operator, result, out, fits);
    if (Arrays.equals(out.sizes(), result.sizes())) {
      MemoryOverlap.refuseInternal(operator, out);
      return aten.copy_(out, result);
    }
    long[] strides = keepsLayout ? Strides.dense(result) : null;
    Tensor resized = outputs.resized(out, result.sizes(), strides);
    Tensor _ = aten.copy_(resized, result);
    return Outputs.adopt(out, resized);
  }
}
