package jackfield.aten.rule;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of Fourier transforms, which are row-major. Normalization 0 is none, 1 divides by the
 * root of the number of elements that are transformed together, 2 by the number.
 *
 * <p><em>Types</em>: float32, float64, complex64, complex128.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FourierRules {
  private static final long NORMALIZATIONS = 3;

  private FourierRules() {}

  /** Plans the transform of complex numbers. */
  public static OutputPlan complex(Tensor self, long[] dim, long normalization, boolean forward) {
    check("_fft_c2c", self, dim, normalization, true);
    return plan("_fft_c2c", self, self.dtype(), self.sizes());
  }

  /** Plans the transform of real numbers; one side is the first half of the last dimension. */
  public static OutputPlan fromReal(Tensor self, long[] dim, long normalization, boolean onesided) {
    check("_fft_r2c", self, dim, normalization, false);
    int last = last("_fft_r2c", self, dim);
    long[] sizes = self.sizes().clone();
    sizes[last] = onesided ? sizes[last] / 2 + 1 : sizes[last];
    return plan("_fft_r2c", self, self.dtype().complexType(), sizes);
  }

  /** Plans the real numbers whose transform begins with {@code self} along the last dimension. */
  public static OutputPlan toReal(Tensor self, long[] dim, long normalization, long lastDimSize) {
    check("_fft_c2r", self, dim, normalization, true);
    int last = last("_fft_c2r", self, dim);
    if (lastDimSize < 1 || self.size(last) != lastDimSize / 2 + 1) {
      throw new InvalidArgument(
          "_fft_c2r",
          "last_dim_size",
          "is %d, and there are %d frequencies; pass the number of real elements"
              .formatted(lastDimSize, self.size(last)));
    }
    long[] sizes = self.sizes().clone();
    sizes[last] = lastDimSize;
    return plan("_fft_c2r", self, self.dtype().realType(), sizes);
  }

  private static OutputPlan plan(String operator, Tensor self, DType type, long[] sizes) {
    return OutputPlan.of(operator, new Tensor[] {self}, new OutputSpec(type, sizes));
  }

  private static void check(
      String operator, Tensor self, long[] dim, long normalization, boolean isComplex) {
    DType type = self.dtype();
    boolean fits = isComplex ? type.isComplex() : type.isFloating() && !type.isHalf();
    if (!fits) {
      String expected = isComplex ? "complex64 or complex128" : "float32 or float64";
      throw new TypeMismatch(operator, "expected %s, found %s".formatted(expected, type));
    }
    if (normalization < 0 || normalization >= NORMALIZATIONS) {
      throw new InvalidArgument(
          operator, "normalization", "is %d, expected 0, 1 or 2".formatted(normalization));
    }
    if (dim.length > 0 && self.rank() == 0) {
      throw new ShapeMismatch(operator, "expected at least one dimension", self.sizes());
    }
    for (int each : Dimensions.wrapDistinct(operator, dim, self.rank())) {
      if (self.size(each) < 1) {
        throw new ShapeMismatch(operator, "expected elements along dim", self.sizes());
      }
    }
  }

  private static int last(String operator, Tensor self, long[] dim) {
    if (dim.length == 0) {
      throw new InvalidArgument(operator, "dim", "is empty, expected at least one dimension");
    }
    return Dimensions.wrap(operator, dim[dim.length - 1], self.rank());
  }
}
