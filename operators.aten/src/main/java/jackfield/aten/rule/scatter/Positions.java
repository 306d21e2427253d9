package jackfield.aten.rule.scatter;

import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/** Checks of indexes. */
final class Positions {
  private Positions() {}

  /** Requires int64. */
  static void requireLong(String operator, Tensor index) {
    if (index.dtype() != DType.INT64) {
      throw new TypeMismatch(operator, "expected index to be int64, found " + index.dtype());
    }
  }

  /** Requires int64 or int32. */
  static void requireInteger(String operator, Tensor index) {
    if (index.dtype() != DType.INT64 && index.dtype() != DType.INT32) {
      throw new TypeMismatch(
          operator, "expected index to be int64 or int32, found " + index.dtype());
    }
  }

  /** Requires the type of {@code self}. */
  static void requireType(String operator, Tensor source, Tensor self) {
    if (source.dtype() != self.dtype()) {
      throw new TypeMismatch(
          operator,
          "expected source to be %s as self, found %s".formatted(self.dtype(), source.dtype()));
    }
  }

  /**
   * Requires an index that is no larger than {@code other} in each dimension.
   *
   * @param free a dimension in which it may be larger; −1 for none
   */
  static void requireWithin(String operator, Tensor index, Tensor other, int free) {
    int rank = Math.max(index.rank(), 1);
    boolean fits = rank == Math.max(other.rank(), 1);
    for (int dim = 0; fits && dim < rank; dim++) {
      fits = dim == free || size(index, dim) <= size(other, dim);
    }
    if (!fits) {
      throw new ShapeMismatch(
          operator,
          "expected an index that is not larger outside its dimension",
          index.sizes(),
          other.sizes());
    }
  }

  /** Returns a size; a tensor without dimensions counts as a vector of one element. */
  private static long size(Tensor tensor, int dim) {
    return tensor.rank() == 0 ? 1 : tensor.size(dim);
  }

  /**
   * Returns a vector of indexes expanded to the sizes of {@code source}: each index stands for a
   * slice across dimension {@code dim}.
   */
  static Tensor expanded(Tensor index, int dim, long[] sizes) {
    long[] all = sizes.length == 0 ? new long[] {1} : sizes;
    long[] strides = new long[all.length];
    strides[dim] = index.rank() == 0 ? 0 : index.stride(0);
    return index.alias(all, strides, index.offset());
  }
}
