package jackfield.aten.composite.arithmetic;

import jackfield.aten.Aten;
import jackfield.aten.composite.Numbers;
import jackfield.aten.rule.LimitRules;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Operators that limit elements by numbers, composed of {@code clamp.Tensor}. A limit that is
 * missing is null.
 *
 * <p><em>Types</em>: those of {@link LimitRules#typeOf}; an output must have the result's type.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LimitKernels {
  private final Aten aten;

  /** Creates kernels that call the operators of {@code aten}. */
  public LimitKernels(Aten aten) {
    this.aten = aten;
  }

  /** Limits elements to a range. */
  public Tensor clamp(Tensor self, Scalar min, Scalar max) {
    return limited("clamp", self, min, max);
  }

  /** Limits elements to a range in place. */
  public Tensor clampInPlace(Tensor self, Scalar min, Scalar max) {
    return limitedInPlace("clamp_", self, min, max);
  }

  /** Limits elements to a range, into {@code out}. */
  public Tensor clampOut(Tensor self, Scalar min, Scalar max, Tensor out) {
    return limitedOut("clamp", self, min, max, out);
  }

  /** Limits elements from below. */
  public Tensor clampMin(Tensor self, Scalar min) {
    return limited("clamp_min", self, min, null);
  }

  /** Limits elements from below in place. */
  public Tensor clampMinInPlace(Tensor self, Scalar min) {
    return limitedInPlace("clamp_min_", self, min, null);
  }

  /** Limits elements from below, into {@code out}. */
  public Tensor clampMinOut(Tensor self, Scalar min, Tensor out) {
    return limitedOut("clamp_min", self, min, null, out);
  }

  /** Limits elements from above. */
  public Tensor clampMax(Tensor self, Scalar max) {
    return limited("clamp_max", self, null, max);
  }

  /** Limits elements from above in place. */
  public Tensor clampMaxInPlace(Tensor self, Scalar max) {
    return limitedInPlace("clamp_max_", self, null, max);
  }

  /** Limits elements from above, into {@code out}. */
  public Tensor clampMaxOut(Tensor self, Scalar max, Tensor out) {
    return limitedOut("clamp_max", self, null, max, out);
  }

  private Tensor limited(String operator, Tensor self, Scalar min, Scalar max) {
    DType type = LimitRules.typeOf(operator, self, min, max);
    return aten.clamp(aten.to(self, type), wrapped(min), wrapped(max));
  }

  private Tensor limitedInPlace(String operator, Tensor self, Scalar min, Scalar max) {
    requireType(operator, LimitRules.typeOf(operator, self, min, max), self);
    return aten.clamp_(self, wrapped(min), wrapped(max));
  }

  private Tensor limitedOut(String operator, Tensor self, Scalar min, Scalar max, Tensor out) {
    DType type = LimitRules.typeOf(operator, self, min, max);
    requireType(operator, type, out);
    return aten.clampOut(aten.to(self, type), wrapped(min), wrapped(max), out);
  }

  private static Tensor wrapped(Scalar limit) {
    return limit == null ? null : Numbers.wrapped(limit);
  }

  private static void requireType(String operator, DType type, Tensor written) {
    if (written.dtype() != type) {
      throw new TypeMismatch(
          operator,
          "the result is %s, found an output of %s; try an output of that type"
              .formatted(type, written.dtype()));
    }
  }
}
