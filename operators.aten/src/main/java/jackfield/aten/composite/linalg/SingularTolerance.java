package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The singular value up to which singular values count as 0: the greater of {@code atol} and {@code
 * rtol} times the largest. Without both, {@code rtol} is the rounding error of the type times the
 * greater size of a matrix; with a positive {@code atol} alone it is 0.
 */
final class SingularTolerance {
  private static final double FLOAT_ROUNDING = 0x1p-23;
  private static final double DOUBLE_ROUNDING = 0x1p-52;

  private final Aten aten;

  SingularTolerance(Aten aten) {
    this.aten = aten;
  }

  /** Accepts matrices of numbers with fractions in full precision. */
  static void check(String operator, Tensor self) {
    if (self.rank() < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", self.sizes());
    }
    DType type = self.dtype();
    if (type.isHalf() || !(type.isFloating() || type.isComplex())) {
      throw new TypeMismatch(
          operator, "expected float32, float64, complex64 or complex128, found " + type);
    }
  }

  /** Returns a number as a tensor; 0 for null. */
  Tensor absolute(Tensor self, Double atol) {
    return number(self, atol == null ? 0 : atol);
  }

  /** Returns the factor of the largest singular value as a tensor. */
  Tensor relative(Tensor self, Double atol, Double rtol) {
    double standard = atol != null && atol > 0 ? 0 : standard(self);
    return number(self, rtol == null ? standard : rtol);
  }

  /** Returns the factor of the largest singular value for an absolute tolerance; may be null. */
  Tensor relative(Tensor self, Tensor atol) {
    Tensor standard = number(self, standard(self));
    return atol == null ? standard : aten.where(aten.gt(atol, 0), 0.0, standard);
  }

  static double standard(Tensor self) {
    int row = self.rank() - 2;
    boolean isWide = self.dtype().realType() == DType.FLOAT64;
    return (isWide ? DOUBLE_ROUNDING : FLOAT_ROUNDING)
        * Math.max(self.size(row), self.size(row + 1));
  }

  private Tensor number(Tensor self, double value) {
    return aten.full(new long[0], value, DType.FLOAT64, null, self.device());
  }

  /** Returns for each singular value whether it counts. */
  Tensor counts(Tensor values, Tensor atol, Tensor rtol) {
    Tensor largest = aten.amax(values, new long[] {-1}, true);
    Tensor scaled = aten.mul(aten.unsqueeze(rtol, -1), largest);
    return aten.gt(values, aten.maximum(aten.unsqueeze(atol, -1), scaled));
  }
}
