package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Converts between memory formats and strides.
 *
 * <p><em>Source</em>: PyTorch 2.6, ambiguous strides (sizes of 1) included.
 */
public final class MemoryFormats {
  // Dimensions from the innermost to the outermost.
  private static final int[] CHANNELS_LAST = {1, 3, 2, 0};
  private static final int[] CHANNELS_LAST_3D = {1, 4, 3, 2, 0};

  private MemoryFormats() {}

  /**
   * Returns the strides, without gaps, of a tensor in a memory format; null stands for contiguous.
   *
   * @throws InvalidArgument if the format does not determine the strides, or is for another rank
   */
  public static long[] strides(String operator, MemoryFormat format, long[] sizes) {
    if (format == null || format == MemoryFormat.CONTIGUOUS) {
      return Shapes.contiguousStrides(sizes);
    }
    int[] order = order(format);
    if (order == null || order.length != sizes.length) {
      throw new InvalidArgument(
          operator,
          "memory_format",
          "%s does not give strides for rank %d (available: CONTIGUOUS, CHANNELS_LAST for rank 4, "
                  .formatted(format, sizes.length)
              + "CHANNELS_LAST_3D for rank 5)");
    }
    long[] strides = new long[sizes.length];
    long stride = 1;
    for (int dim : order) {
      strides[dim] = stride;
      stride = Shapes.product(stride, Math.max(sizes[dim], 1));
    }
    return strides;
  }

  private static int[] order(MemoryFormat format) {
    return switch (format) {
      case CHANNELS_LAST -> CHANNELS_LAST;
      case CHANNELS_LAST_3D -> CHANNELS_LAST_3D;
      default -> null;
    };
  }

  /** Returns whether the elements are in the order of {@code format} without gaps. */
  public static boolean isContiguous(Tensor tensor, MemoryFormat format) {
    int[] order = order(format);
    if (order == null) {
      return tensor.isContiguous();
    }
    if (order.length != tensor.rank()) {
      return false;
    }
    long expected = 1;
    for (int dim : order) {
      if (tensor.size(dim) != 1) {
        if (tensor.stride(dim) != expected) {
          return false;
        }
        expected *= tensor.size(dim);
      }
    }
    return true;
  }

  /** Returns the format that matches the strides; contiguous where several match. */
  public static MemoryFormat suggested(Tensor tensor) {
    return switch (tensor.rank()) {
      case 4 -> isLike(tensor, CHANNELS_LAST, MemoryFormat.CHANNELS_LAST);
      case 5 -> isLike(tensor, CHANNELS_LAST_3D, MemoryFormat.CHANNELS_LAST_3D);
      default -> MemoryFormat.CONTIGUOUS;
    };
  }

  private static MemoryFormat isLike(Tensor tensor, int[] order, MemoryFormat format) {
    long channelStride = tensor.stride(1);
    if (channelStride == 0) {
      return MemoryFormat.CONTIGUOUS;
    }
    long least = 0;
    for (int dim : order) {
      boolean ambiguous =
          dim == 0 && least == channelStride; // only the batch dimension has several elements
      if (tensor.size(dim) == 0 || tensor.stride(dim) < least || ambiguous) {
        return MemoryFormat.CONTIGUOUS;
      }
      least = tensor.stride(dim) * Math.max(tensor.size(dim), 1);
    }
    return format;
  }
}
