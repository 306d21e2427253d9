package jackfield.aten.composite.view;

import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Kernels that return a tensor's parts along a dimension, as views. They work on every backend,
 * since they access no element.
 *
 * <p><em>Errors</em>: {@link InvalidArgument} for dimensions and sizes out of range, {@link
 * ShapeMismatch} for parts that do not add up to the whole.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SplitKernels {
  private static final long LARGEST_COUNT = 1 << 20; // that many parts are some 100 MB of objects

  private SplitKernels() {}

  /** Splits the tensor into parts of one size; the last part may be smaller. */
  public static Tensor[] split(Tensor self, long splitSize, long dim) {
    int at = dimension("split", self, dim);
    long size = self.size(at);
    if (splitSize < 0 || (splitSize == 0 && size > 0)) {
      throw new InvalidArgument(
          "split", "split_size", "%d cannot make up size %d".formatted(splitSize, size));
    }
    long count = splitSize == 0 ? 1 : Math.max(Math.ceilDiv(size, splitSize), 1);
    long[] sizes = new long[partCount("split", count)];
    Arrays.fill(sizes, splitSize);
    sizes[sizes.length - 1] = size - splitSize * (count - 1);
    return parts(self, at, sizes);
  }

  /** Splits the tensor into parts of the given sizes. */
  public static Tensor[] splitWithSizes(Tensor self, long[] splitSizes, long dim) {
    int at = dimension("split_with_sizes", self, dim);
    Dimensions.checkNotNegative("split_with_sizes", "split_sizes", splitSizes);
    if (sum(splitSizes) != self.size(at)) {
      throw new ShapeMismatch(
          "split_with_sizes",
          "sizes %s do not make up dimension %d".formatted(Arrays.toString(splitSizes), at),
          self.sizes());
    }
    return parts(self, at, splitSizes);
  }

  /** Splits along a dimension: returns one tensor without that dimension for each index. */
  public static Tensor[] unbind(Tensor self, long dim) {
    int at = dimension("unbind", self, dim);
    Tensor[] parts = new Tensor[partCount("unbind", self.size(at))];
    Arrays.setAll(parts, index -> ViewKernels.select(self, at, index));
    return parts;
  }

  private static long sum(long[] sizes) {
    long sum = 0;
    for (long size : sizes) {
      sum = Shapes.position(sum, 1, size);
    }
    return sum;
  }

  /**
   * Returns the number of parts as an array length.
   *
   * @throws InvalidArgument if there are too many parts to create an object for each
   */
  static int partCount(String operator, long count) {
    if (count > LARGEST_COUNT) {
      throw new InvalidArgument(
          operator, "self", "has %d parts, at most %d are made".formatted(count, LARGEST_COUNT));
    }
    return (int) count;
  }

  static int dimension(String operator, Tensor self, long dim) {
    if (self.rank() == 0) {
      throw new InvalidArgument(operator, "self", "has no dimension to take apart");
    }
    return Dimensions.wrap(operator, dim, self.rank());
  }

  private static Tensor[] parts(Tensor self, int dim, long[] sizes) {
    Tensor[] parts = new Tensor[sizes.length];
    long start = 0;
    for (int part = 0; part < parts.length; part++) {
      parts[part] = ViewKernels.slice(self, dim, start, start + sizes[part], 1);
      start += sizes[part];
    }
    return parts;
  }
}
