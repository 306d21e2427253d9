package jackfield.aten.rule.convolution;

import jackfield.aten.kernel.MemoryFormats;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;

/**
 * Chooses the memory format of a convolution's outputs. One spatial dimension counts as two, of
 * which the first has size 1.
 *
 * <p><em>Source</em>: the kernels of PyTorch 2.6 for the CPU.
 */
final class ConvolutionLayout {
  private static final int LINES = 3; // batch, channels, one spatial dimension
  private static final int PLANES = 4;
  private static final int VOLUMES = 5;
  private static final int LARGE_BATCH = 16;
  private static final int WIDE = 3;
  private static final long LARGE = 20_480;

  private ConvolutionLayout() {}

  /** Returns whether outputs are channels-last. */
  static boolean isChannelsLast(
      Tensor input, Tensor weight, ConvolutionGeometry geometry, long groups) {
    return switch (weight.rank()) {
      case LINES -> isChannelsLast(asPlanes(weight)); // PyTorch makes the input contiguous
      case PLANES -> isChannelsLast(input) || isChannelsLast(weight);
      case VOLUMES ->
          (isVolumesLast(input) || isVolumesLast(weight))
              && isByLibrary(input, weight, geometry, groups);
      default -> false;
    };
  }

  private static boolean isVolumesLast(Tensor tensor) {
    return MemoryFormats.suggested(tensor) == MemoryFormat.CHANNELS_LAST_3D;
  }

  /**
   * Returns whether PyTorch computes a convolution of volumes with oneDNN, whose results are
   * channels-last. The results of PyTorch's own kernels are row-major. With several threads PyTorch
   * chooses oneDNN more often; here the number of threads does not matter.
   */
  private static boolean isByLibrary(
      Tensor input, Tensor weight, ConvolutionGeometry geometry, long groups) {
    if (input.dtype() != DType.FLOAT32) {
      return input.dtype().isHalf();
    }
    long width = weight.size(weight.rank() - 1);
    long height = weight.size(weight.rank() - 2);
    long batch = input.size(0);
    boolean isMoreThanProduct =
        width != 1 || height != 1 || batch >= LARGE_BATCH || geometry.isStridedOrDilated();
    boolean isLarge = batch * input.size(1) * input.size(2) * input.size(3) > LARGE;
    boolean isWide = width > WIDE && height > WIDE;
    return isMoreThanProduct && (groups > 1 || batch > 1 || isWide || isLarge);
  }

  private static boolean isChannelsLast(Tensor tensor) {
    return MemoryFormats.suggested(tensor) == MemoryFormat.CHANNELS_LAST;
  }

  private static Tensor asPlanes(Tensor lines) {
    long[] sizes = {lines.size(0), lines.size(1), 1, lines.size(2)};
    long[] strides = {
      lines.stride(0), lines.stride(1), lines.size(2) * lines.stride(2), lines.stride(2)
    };
    return lines.alias(sizes, strides, lines.offset());
  }

  /** Returns the strides of a channels-last tensor with one to three spatial dimensions. */
  static long[] channelsLast(long[] sizes) {
    if (sizes.length == VOLUMES) {
      return MemoryFormats.strides("convolution", MemoryFormat.CHANNELS_LAST_3D, sizes);
    }
    if (sizes.length == PLANES) {
      return MemoryFormats.strides("convolution", MemoryFormat.CHANNELS_LAST, sizes);
    }
    long[] planes = {sizes[0], sizes[1], 1, sizes[2]};
    long[] strides = MemoryFormats.strides("convolution", MemoryFormat.CHANNELS_LAST, planes);
    return new long[] {strides[0], strides[1], strides[3]};
  }
}
