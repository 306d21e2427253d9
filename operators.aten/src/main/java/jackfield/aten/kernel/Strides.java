package jackfield.aten.kernel;

import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/** The order of dimensions in memory, and strides that preserve it. */
public final class Strides {
  private Strides() {}

  /**
   * Returns strides without gaps that preserve the order of {@code tensor}'s dimensions in memory.
   */
  public static long[] dense(Tensor tensor) {
    return tensor.isNonOverlappingAndDense()
        ? tensor.strides()
        : dense(tensor.sizes(), tensor.strides());
  }

  /** Returns strides without gaps that preserve the order of {@code strides}. */
  public static long[] dense(long[] sizes, long[] strides) {
    return inOrder(sizes, innermostFirst(sizes, new long[][] {strides}));
  }

  /**
   * Returns strides without gaps for a result of the given sizes, in the order of the operands'
   * strides.
   */
  public static long[] dense(long[] sizes, long[][] operands) {
    return inOrder(sizes, innermostFirst(sizes, operands));
  }

  /** Returns whether strides are row-major, also those of dimensions of one element. */
  static boolean areRowMajor(long[] sizes, long[] strides) {
    long stride = 1;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      if (strides[dim] != stride) {
        return false;
      }
      stride *= Math.max(sizes[dim], 1);
    }
    return true;
  }

  /** Returns the tensor's sizes, with 1 for dimensions along which it repeats its elements. */
  static long[] distinct(Tensor tensor) {
    long[] sizes = tensor.sizes().clone();
    for (int dim = 0; dim < sizes.length; dim++) {
      if (tensor.stride(dim) == 0) {
        sizes[dim] = Math.min(sizes[dim], 1);
      }
    }
    return sizes;
  }

  /** Returns strides without gaps for dimensions in the given order. */
  static long[] inOrder(long[] sizes, int[] innermostFirst) {
    long[] dense = new long[sizes.length];
    long stride = 1;
    for (int dim : innermostFirst) {
      dense[dim] = stride;
      stride = Shapes.product(stride, Math.max(sizes[dim], 1));
    }
    return dense;
  }

  /**
   * Returns the dimensions from the one with the smallest strides to the one with the largest.
   *
   * <p>The operands are consulted in order. An operand does not decide about a pair of dimensions
   * if one of the strides is 0, or if the operand is null; then the next one does. If no operand
   * decides, row-major order stays. The algorithm is an insertion sort, since this comparison is no
   * total order and the result has to equal PyTorch's.
   *
   * <p><em>Source</em>: the order is that of PyTorch's TensorIterator.
   *
   * @param strides the strides of each operand; null for an operand whose layout is not chosen yet
   */
  public static int[] innermostFirst(long[] sizes, long[][] strides) {
    int rank = sizes.length;
    int[] order = new int[rank];
    for (int i = 0; i < rank; i++) {
      order[i] = rank - 1 - i;
    }
    for (int i = 1; i < rank; i++) {
      sink(order, i, sizes, strides);
    }
    return order;
  }

  private static void sink(int[] order, int from, long[] sizes, long[][] strides) {
    int at = from;
    for (int below = from - 1; below >= 0; below--) {
      int compared = compare(order[below], order[at], sizes, strides);
      if (compared < 0) {
        return;
      }
      if (compared > 0) {
        int moved = order[below];
        order[below] = order[at];
        order[at] = moved;
        at = below;
      }
    }
  }

  private static int compare(int dim, int other, long[] sizes, long[][] strides) {
    for (long[] operand : strides) {
      if (operand == null || operand[dim] == 0 || operand[other] == 0) {
        continue;
      }
      if (operand[dim] != operand[other]) {
        return Long.compare(operand[dim], operand[other]);
      }
      if (sizes[dim] > sizes[other]) {
        return 1;
      }
    }
    return 0;
  }
}
