package jackfield.aten.rule.resampling;

import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.Interpolation;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Scale;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Plans images of one to three dimensions that are resampled.
 *
 * <p><em>Shapes</em>: {@code [batch, channels, …]}; only the batch may be empty.
 *
 * <p><em>Layout</em>: results of planes and volumes have the memory format that the strides of self
 * suggest; gradients are row-major.
 */
final class Upsampling {
  private static final int DIRECT_SIZE = 128; // of the sides of a plane together, as in PyTorch
  private static final int DIRECT_CHANNELS = 4;

  private final String operator;
  private final int rank;
  private final Interpolation interpolation;

  /** Plans an operator for images of {@code rank} dimensions. */
  Upsampling(String operator, int rank, Interpolation interpolation) {
    this.operator = operator;
    this.rank = rank;
    this.interpolation = interpolation;
  }

  /**
   * Plans images that are resampled.
   *
   * @param factors null for those that follow from the sizes
   */
  ResamplingPlan plan(Tensor self, long[] outputSize, boolean isAligned, Double... factors) {
    requireRank(self);
    ImageSizes.requireCount(operator, "output_size", outputSize, rank);
    requirePositive(self.sizes(), outputSize);
    ImageSizes.requireElements(operator, self, 1);
    requireType(self, interpolation.isNearest() || isPlaneOfBytes());
    long[] sizes = ImageSizes.with(self, outputSize);
    boolean isDirect = isDirect(self, sizes);
    Axis[] axes = axes(self.dtype(), self.sizes(), sizes, isAligned, isDirect, factors);
    OutputSpec spec =
        rank == 1 ? new OutputSpec(self.dtype(), sizes) : ImageSizes.like(operator, self, sizes);
    Tensor[] inputs = {self};
    return ResamplingPlan.of(operator, axes, interpolation, false, inputs, spec);
  }

  private boolean isPlaneOfBytes() {
    return rank == 2;
  }

  /** Plans the gradient of images that are resampled. */
  ResamplingPlan backward(
      Tensor grad, long[] outputSize, long[] inputSize, boolean isAligned, Double... factors) {
    ImageSizes.requireCount(operator, "output_size", outputSize, rank);
    ImageSizes.requireCount(operator, "input_size", inputSize, rank + 2);
    ImageSizes.requireAtLeast(operator, "input_size", inputSize, 0);
    requirePositive(inputSize, outputSize);
    requireRank(grad);
    long[] sizes = Arrays.copyOf(inputSize, rank + 2);
    System.arraycopy(outputSize, 0, sizes, 2, rank);
    ImageSizes.requireSizes(operator, grad, sizes);
    requireType(grad, false);
    Axis[] axes = axes(grad.dtype(), inputSize, sizes, isAligned, true, factors);
    Tensor[] inputs = {grad};
    OutputSpec spec =
        keepsFormat()
            ? ImageSizes.like(operator, grad, inputSize.clone())
            : new OutputSpec(grad.dtype(), inputSize.clone());
    return ResamplingPlan.of(operator, axes, interpolation, true, inputs, spec);
  }

  /** Returns whether gradients have the memory format that the incoming gradient suggests. */
  private boolean keepsFormat() {
    boolean isCubic =
        interpolation == Interpolation.CUBIC || interpolation == Interpolation.CUBIC_FILTER;
    return !isCubic && !(rank == 3 && interpolation.isNearest());
  }

  private Axis[] axes(
      DType type, long[] from, long[] to, boolean isAligned, boolean isDirect, Double[] factors) {
    Axis[] axes = new Axis[rank];
    for (int dim = 0; dim < rank; dim++) {
      boolean isSingle = interpolation.isNearest() ? type != DType.FLOAT64 : isReducible(type);
      Scale scale = new Scale(from[dim + 2], to[dim + 2], factors[dim], isAligned, isSingle);
      axes[dim] = ResamplingPlan.axis(operator, interpolation, scale, isDirect);
    }
    return axes;
  }

  private static boolean isReducible(DType type) {
    return type != DType.FLOAT64 && type != DType.UINT8;
  }

  /** Returns whether PyTorch finds the nearest element directly. */
  private boolean isDirect(Tensor self, long[] sizes) {
    return switch (rank) {
      case 2 ->
          isChannelsLast(self, MemoryFormat.CHANNELS_LAST)
              || sizes[2] <= DIRECT_SIZE - Math.min(sizes[3], DIRECT_SIZE);
      case 3 -> isChannelsLast(self, MemoryFormat.CHANNELS_LAST_3D);
      default -> false;
    };
  }

  private static boolean isChannelsLast(Tensor self, MemoryFormat format) {
    return self.size(1) >= DIRECT_CHANNELS && MemoryFormats.isContiguous(self, format);
  }

  private void requireRank(Tensor tensor) {
    if (tensor.rank() != rank + 2) {
      throw new ShapeMismatch(
          operator, "expected %d dimensions".formatted(rank + 2), tensor.sizes());
    }
  }

  private void requirePositive(long[] sizes, long[] outputSize) {
    ImageSizes.requireAtLeast(operator, "output_size", outputSize, 1);
    for (int dim = 2; dim < sizes.length; dim++) {
      if (sizes[dim] < 1) {
        throw new ShapeMismatch(operator, "the image is empty", sizes);
      }
    }
  }

  private void requireType(Tensor tensor, boolean bytes) {
    DType type = tensor.dtype();
    boolean isAccepted =
        (type.isFloating() && !(interpolation.isFilter() && type.isHalf()))
            || (bytes && type == DType.UINT8);
    if (!isAccepted) {
      throw new TypeMismatch(
          operator,
          "expected %s%s, found %s"
              .formatted(
                  interpolation.isFilter() ? "float32, float64" : "a floating type",
                  bytes ? " or uint8" : "",
                  type));
    }
  }
}
