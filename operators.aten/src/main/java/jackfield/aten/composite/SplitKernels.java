package jackfield.aten.composite;

import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Kernels that look at a tensor in parts, one after another along a dimension; they serve every
 * backend, since no element is touched.
 *
 * <p><em>Errors</em>: {@link InvalidArgument} for dimensions and sizes out of range, {@link
 * ShapeMismatch} for parts that do not make up the whole.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SplitKernels {
  private static final long LARGEST_COUNT = 1 << 20; // some 100 MB of objects

  private SplitKernels() {}

  /** Cuts parts of one size; the last is smaller if need be. */
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

  /** Cuts parts of the sizes given. */
  public static Tensor[] splitWithSizes(Tensor self, long[] splitSizes, long dim) {
    int at = dimension("split_with_sizes", self, dim);
    ViewKernels.checkNotNegative("split_with_sizes", "split_sizes", splitSizes);
    if (sum(splitSizes) != self.size(at)) {
      throw new ShapeMismatch(
          "split_with_sizes",
          "sizes %s do not make up dimension %d".formatted(Arrays.toString(splitSizes), at),
          self.sizes());
    }
    return parts(self, at, splitSizes);
  }

  /** Takes a dimension apart: one tensor without it for each index. */
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
   * Returns the number of parts as that of an array.
   *
   * @throws InvalidArgument if each of so many parts cannot be an object
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
