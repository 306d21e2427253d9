package jackfield.aten.composite.comparison;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Comparisons that accept small differences.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ToleranceKernels {
  private final Aten aten;

  /** Creates kernels that call the operators of {@code aten}. */
  public ToleranceKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Tells where {@code |self - other| <= atol + rtol * |other|}; infinities are close only if they
   * are equal.
   *
   * @throws TypeMismatch if the two differ in type
   * @throws InvalidArgument if a tolerance is negative
   */
  public Tensor isclose(Tensor self, Tensor other, double rtol, double atol, boolean equalNan) {
    if (self.dtype() != other.dtype()) {
      throw new TypeMismatch(
          "isclose",
          "expected tensors of one type, found %s and %s; try converting one of them"
              .formatted(self.dtype(), other.dtype()));
    }
    checkTolerance("rtol", rtol);
    checkTolerance("atol", atol);
    boolean isFractional = self.dtype().isFloating() || self.dtype().isComplex();
    Tensor close = aten.eq(self, other);
    if (equalNan && isFractional) {
      close = aten.logicalOr(close, aten.logicalAnd(aten.ne(self, self), aten.ne(other, other)));
    }
    if (rtol == 0 && atol == 0) {
      return close;
    }
    Tensor to = isFractional ? other : aten.to(other, DType.FLOAT32);
    Tensor from = isFractional ? self : aten.to(self, DType.FLOAT32);
    return aten.logicalOr(close, within(from, to, rtol, atol));
  }

  private static void checkTolerance(String argument, double tolerance) {
    if (!(tolerance >= 0)) {
      throw new InvalidArgument("isclose", argument, "must not be negative, found " + tolerance);
    }
  }

  private Tensor within(Tensor self, Tensor other, double rtol, double atol) {
    Tensor allowed =
        aten.add(aten.abs(aten.mul(other, Scalar.of(rtol))), Scalar.of(atol), Scalar.ONE);
    Tensor difference = aten.abs(aten.sub(self, other));
    Tensor isFinite = aten.lt(difference, Scalar.of(Double.POSITIVE_INFINITY));
    return aten.logicalAnd(isFinite, aten.le(difference, allowed));
  }

  /** Returns whether {@link #isclose} holds for all elements. */
  public boolean allclose(Tensor self, Tensor other, double rtol, double atol, boolean equalNan) {
    Tensor close = isclose(self, other, rtol, atol, equalNan);
    return aten.nonzero(aten.eq(close, Scalar.of(false))).size(0) == 0;
  }
}
