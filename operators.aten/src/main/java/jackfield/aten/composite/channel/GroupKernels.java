package jackfield.aten.composite.channel;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Group normalization, and normalization by the root mean square.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class GroupKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public GroupKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Normalizes groups of channels of each sample.
   *
   * @param cudnnEnabled has no effect
   */
  public Tensor groupNorm(
      Tensor input, long numGroups, Tensor weight, Tensor bias, double eps, boolean cudnnEnabled) {
    if (input.rank() < 2) {
      throw new ShapeMismatch("group_norm", "expected two dimensions or more", input.sizes());
    }
    if (numGroups <= 0) {
      throw new InvalidArgument("group_norm", "num_groups", numGroups + " is not positive");
    }
    long[] inner = Arrays.copyOfRange(input.sizes(), 2, input.rank());
    return aten.nativeGroupNorm(
            input,
            weight,
            bias,
            input.size(0),
            input.size(1),
            Shapes.elementCount(inner),
            numGroups,
            eps)
        .first();
  }

  /**
   * Divides the last dimensions by their root mean square; half types are computed in float32.
   *
   * @param eps null for the distance from 1 to the next number of the input's type
   */
  public Tensor rmsNorm(Tensor input, long[] normalizedShape, Tensor weight, Double eps) {
    check(input, normalizedShape, weight);
    DType type = input.dtype();
    Tensor computed = type.isHalf() ? aten.to(input, DType.FLOAT32) : input;
    long[] dims = new long[normalizedShape.length];
    Arrays.setAll(dims, i -> i - normalizedShape.length);
    Tensor square = aten.pow(computed, Scalar.of(2));
    Tensor mean = aten.mean(square, dims, true, (DType) null);
    Tensor shifted = aten.add(mean, Scalar.of(eps == null ? epsilon(type) : eps));
    Tensor result = aten.mul(computed, aten.rsqrt(shifted));
    return aten.to(weight == null ? result : aten.mul(result, weight), type);
  }

  private static double epsilon(DType type) {
    return switch (type.isComplex() ? type.realType() : type) {
      case FLOAT64 -> Math.ulp(1.0);
      case FLOAT16 -> 0x1p-10;
      case BFLOAT16 -> 0x1p-7;
      default -> Math.ulp(1.0f);
    };
  }

  private static void check(Tensor input, long[] shape, Tensor weight) {
    int outer = input.rank() - shape.length;
    boolean isLast =
        shape.length > 0
            && outer >= 0
            && Arrays.equals(Arrays.copyOfRange(input.sizes(), outer, input.rank()), shape);
    if (!isLast) {
      throw new ShapeMismatch(
          "rms_norm", "expected normalized_shape to be the last sizes", shape, input.sizes());
    }
    if (weight != null && !Arrays.equals(weight.sizes(), shape)) {
      throw new ShapeMismatch(
          "rms_norm", "weight does not have normalized_shape", weight.sizes(), shape);
    }
    if (!input.dtype().isFloating() && !input.dtype().isComplex()) {
      throw new TypeMismatch(
          "rms_norm", "expected a floating or complex type, found " + input.dtype());
    }
  }
}
