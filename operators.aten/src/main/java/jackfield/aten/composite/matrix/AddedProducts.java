package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.kernel.TypePromotion;
import jackfield.aten.rule.FillRules;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Products that are added to a tensor: {@code beta * self + alpha * product}. If beta is 0, the
 * elements of self are not read.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class AddedProducts {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public AddedProducts(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Adds the outer product of two vectors. */
  public Tensor addr(Tensor self, Tensor vec1, Tensor vec2, Scalar beta, Scalar alpha) {
    DType type = TypePromotion.resultType(new Tensor[] {self, vec1, vec2});
    checkNumbers("addr", type, beta, alpha);
    long[] sizes = {length("addr", vec1), length("addr", vec2)};
    Tensor product = aten.mul(aten.unsqueeze(vec1, 1), vec2);
    Tensor start = expanded("addr", self, sizes);
    return aten.add(scaled(start, beta), times(product, alpha));
  }

  private static long length(String operator, Tensor vector) {
    if (vector.rank() != 1) {
      throw new ShapeMismatch(operator, "expected a vector", vector.sizes());
    }
    return vector.size(0);
  }

  /**
   * Adds the product of a matrix and a vector, in their type, to which {@code self} is converted.
   *
   * @throws TypeMismatch if the matrix has no elements, and the elements of {@code self} cannot be
   *     cast to that type
   */
  public Tensor addmv(Tensor self, Tensor mat, Tensor vec, Scalar beta, Scalar alpha) {
    Tensor product = aten.mv(mat, vec);
    DType type = product.dtype();
    if (mat.elementCount() == 0 && !beta.is(0)) {
      return multiple(expanded("addmv", self, product.sizes()), beta, type);
    }
    return truncated("addmv", aten.to(self, type), product, beta, alpha);
  }

  /** Returns a multiple, computed with the factor in the tensor's type, in another type. */
  private Tensor multiple(Tensor self, Scalar beta, DType type) {
    if (!self.dtype().isCastableTo(type)) {
      throw new TypeMismatch("addmv", "%s cannot be cast to %s".formatted(self.dtype(), type));
    }
    Tensor factor = aten.scalarTensor(beta, self.dtype(), null, self.device());
    return aten.to(aten.mul(self, factor), type);
  }

  /** Adds the products of pairs of matrices. */
  public Tensor baddbmm(Tensor self, Tensor batch1, Tensor batch2, Scalar beta, Scalar alpha) {
    return sum("baddbmm", self, aten.bmm(batch1, batch2), beta, alpha);
  }

  /** Adds the sum of the products of pairs of matrices. */
  public Tensor addbmm(Tensor self, Tensor batch1, Tensor batch2, Scalar beta, Scalar alpha) {
    Tensor product = aten.bmm(batch1, batch2);
    Tensor sum = aten.sum(product, new long[] {0}, false, product.dtype());
    return truncated("addbmm", self, sum, beta, alpha);
  }

  /** Adds as {@link #sum} does; integers are multiplied by the whole parts of the numbers. */
  private Tensor truncated(
      String operator, Tensor self, Tensor product, Scalar beta, Scalar alpha) {
    DType type = product.dtype();
    boolean isWhole = !type.isFloating() && !type.isComplex();
    return isWhole
        ? sum(operator, self, product, whole(beta), whole(alpha))
        : sum(operator, self, product, beta, alpha);
  }

  private static Scalar whole(Scalar number) {
    return number.type().isFloating() ? Scalar.of(number.toLong()) : number;
  }

  private Tensor sum(String operator, Tensor self, Tensor product, Scalar beta, Scalar alpha) {
    if (self.dtype() != product.dtype()) {
      throw new TypeMismatch(
          operator, "expected self to be %s, found %s".formatted(product.dtype(), self.dtype()));
    }
    checkNumbers(operator, self.dtype(), beta, alpha);
    Tensor start = scaled(expanded(operator, self, product.sizes()), beta);
    return aten.add(times(product, alpha), start); // the product gives the order in memory
  }

  private static void checkNumbers(String operator, DType type, Scalar beta, Scalar alpha) {
    FillRules.checkHolds(operator, "beta", type, beta);
    FillRules.checkHolds(operator, "alpha", type, alpha);
    boolean isWhole = !type.isFloating() && !type.isComplex();
    if (isWhole && (isFraction(beta) || isFraction(alpha))) {
      throw new TypeMismatch(operator, "beta and alpha must be integers for " + type);
    }
  }

  private static boolean isFraction(Scalar number) {
    return number.type().isFloating() || number.type().isComplex();
  }

  private Tensor expanded(String operator, Tensor self, long[] sizes) {
    if (Arrays.equals(self.sizes(), sizes)) {
      return self;
    }
    if (!Arrays.equals(Broadcast.sizes(operator, self.sizes(), sizes), sizes)) {
      throw new ShapeMismatch(operator, "self does not expand", self.sizes(), sizes);
    }
    return aten.expand(self, sizes, false);
  }

  /** Multiplies by beta; 0 leaves out NaN and infinity. */
  private Tensor scaled(Tensor self, Scalar beta) {
    if (beta.is(0)) {
      Tensor never = aten.newZeros(self, new long[0], DType.BOOL);
      return aten.where(never, self, aten.newZeros(self));
    }
    return times(self, beta);
  }

  private Tensor times(Tensor tensor, Scalar factor) {
    return factor.is(1) ? tensor : aten.mul(tensor, factor);
  }

  /** Adds as {@link #addr} does, in place. */
  public Tensor addrInPlace(Tensor self, Tensor vec1, Tensor vec2, Scalar beta, Scalar alpha) {
    return given.inPlace("addr", addr(self, vec1, vec2, beta, alpha), self);
  }

  /** Adds as {@link #addr} does, into {@code out}. */
  public Tensor addrOut(
      Tensor self, Tensor vec1, Tensor vec2, Scalar beta, Scalar alpha, Tensor out) {
    for (Tensor input : new Tensor[] {self, vec1, vec2}) {
      MemoryOverlap.refusePartial("addr", out, input);
    }
    return given.castInto("addr", addr(self, vec1, vec2, beta, alpha), out);
  }

  /** Adds as {@link #addmv} does, in place. */
  public Tensor addmvInPlace(Tensor self, Tensor mat, Tensor vec, Scalar beta, Scalar alpha) {
    if (self.dtype() != vec.dtype()) {
      throw new TypeMismatch(
          "addmv", "expected self to be %s, found %s".formatted(vec.dtype(), self.dtype()));
    }
    return given.inPlace("addmv", addmv(self, mat, vec, beta, alpha), self);
  }

  /** Adds as {@link #addmv} does, into {@code out}. */
  public Tensor addmvOut(
      Tensor self, Tensor mat, Tensor vec, Scalar beta, Scalar alpha, Tensor out) {
    return given.into("addmv", addmv(self, mat, vec, beta, alpha), out);
  }

  /** Adds as {@link #baddbmm} does, in place. */
  public Tensor baddbmmInPlace(
      Tensor self, Tensor batch1, Tensor batch2, Scalar beta, Scalar alpha) {
    return given.inPlace("baddbmm", baddbmm(self, batch1, batch2, beta, alpha), self);
  }

  /** Adds as {@link #baddbmm} does, into {@code out}. */
  public Tensor baddbmmOut(
      Tensor self, Tensor batch1, Tensor batch2, Scalar beta, Scalar alpha, Tensor out) {
    return given.into("baddbmm", baddbmm(self, batch1, batch2, beta, alpha), out);
  }

  /** Adds as {@link #addbmm} does, in place. */
  public Tensor addbmmInPlace(
      Tensor self, Tensor batch1, Tensor batch2, Scalar beta, Scalar alpha) {
    return given.inPlace("addbmm", addbmm(self, batch1, batch2, beta, alpha), self);
  }

  /** Adds as {@link #addbmm} does, into {@code out}. */
  public Tensor addbmmOut(
      Tensor self, Tensor batch1, Tensor batch2, Scalar beta, Scalar alpha, Tensor out) {
    return given.into("addbmm", addbmm(self, batch1, batch2, beta, alpha), out);
  }
}
