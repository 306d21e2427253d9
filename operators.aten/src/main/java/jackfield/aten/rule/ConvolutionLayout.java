package jackfield.aten.rule;

import jackfield.aten.kernel.MemoryFormats;
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

  private ConvolutionLayout() {}

  /** Returns whether outputs are channels-last. */
  static boolean isChannelsLast(Tensor input, Tensor weight) {
    return switch (weight.rank()) {
      case LINES -> isChannelsLast(asPlanes(weight)); // PyTorch makes the input contiguous
      case PLANES -> isChannelsLast(input) || isChannelsLast(weight);
      default -> false;
    };
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

  /** Returns the strides of a channels-last tensor with one or two spatial dimensions. */
  static long[] channelsLast(long[] sizes) {
    if (sizes.length == PLANES) {
      return MemoryFormats.strides("convolution", MemoryFormat.CHANNELS_LAST, sizes);
    }
    long[] planes = {sizes[0], sizes[1], 1, sizes[2]};
    long[] strides = MemoryFormats.strides("convolution", MemoryFormat.CHANNELS_LAST, planes);
    return new long[] {strides[0], strides[1], strides[3]};
  }
}
