package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import java.util.Arrays;

/**
 * Computes the sizes and strides of views with another shape.
 *
 * <p><em>Source</em>: the rules of {@code Tensor.view} in PyTorch 2.6, strides of empty tensors and
 * of dimensions of size 1 included.
 */
public final class ViewShapes {
  private static final int UNFIT = -2;

  private ViewShapes() {}

  /**
   * Returns {@code wanted} with its −1, if it contains one, replaced by the size that makes the
   * number of elements {@code count}.
   *
   * @throws InvalidArgument if a size is below −1, several are −1, or the size for −1 is ambiguous
   * @throws ShapeMismatch if no size makes the numbers of elements equal
   */
  public static long[] infer(String operator, long[] wanted, long count) {
    int open = openDimension(operator, wanted);
    long known = open < 0 ? Shapes.elementCount(wanted) : -Shapes.elementCount(wanted);
    boolean fits = open < 0 ? known == count : known == 0 ? count == 0 : count % known == 0;
    if (!fits) {
      throw new ShapeMismatch(
          operator, "the shape does not hold %d elements".formatted(count), wanted);
    }
    if (open >= 0 && known == 0) {
      throw new InvalidArgument(
          operator, "size", Arrays.toString(wanted) + " is ambiguous: −1 could be any size");
    }
    long[] sizes = wanted.clone();
    if (open >= 0) {
      sizes[open] = count / known;
    }
    return sizes;
  }

  private static int openDimension(String operator, long[] wanted) {
    int open = -1;
    for (int dim = 0; dim < wanted.length; dim++) {
      if (wanted[dim] < -1 || (wanted[dim] == -1 && open >= 0)) {
        throw new InvalidArgument(
            operator,
            "size",
            Arrays.toString(wanted) + ": expected sizes from 0, at most one of them −1");
      }
      open = wanted[dim] == -1 ? dim : open;
    }
    return open;
  }

  /**
   * Returns the strides with which the elements keep their order in a view of {@code newSizes}, or
   * null if there are none and the elements have to be copied.
   *
   * <p>Neighbouring dimensions whose strides equal those of one dimension form a chunk; whole
   * dimensions of the new shape have to cover each chunk.
   */
  public static long[] strides(long[] sizes, long[] strides, long[] newSizes) {
    if (Shapes.elementCount(sizes) == 0) {
      return Arrays.equals(sizes, newSizes) ? strides.clone() : Shapes.contiguousStrides(newSizes);
    }
    long[] newStrides = new long[newSizes.length];
    int newDim = newSizes.length - 1;
    int dim = sizes.length - 1;
    while (dim >= 0) {
      long step = strides[dim];
      long chunk = sizes[dim--];
      while (dim >= 0 && (sizes[dim] == 1 || strides[dim] == chunk * step)) {
        chunk *= sizes[dim--];
      }
      newDim = split(chunk, step, newSizes, newStrides, newDim);
      if (newDim == UNFIT) {
        return null;
      }
    }
    return fillLeadingOnes(newSizes, newStrides, newDim) ? newStrides : null;
  }

  /** Covers a chunk by dimensions from {@code newDim} down; returns the next one or UNFIT. */
  private static int split(long chunk, long step, long[] newSizes, long[] newStrides, int newDim) {
    long covered = 1;
    int dim = newDim;
    while (dim >= 0 && (covered < chunk || newSizes[dim] == 1)) {
      newStrides[dim] = covered * step;
      covered *= newSizes[dim--];
    }
    return covered == chunk ? dim : UNFIT;
  }

  /**
   * Sets the strides of the remaining dimensions of size 1; from a zero-dimensional tensor all
   * remain.
   */
  private static boolean fillLeadingOnes(long[] newSizes, long[] newStrides, int last) {
    for (int dim = last; dim >= 0; dim--) {
      if (newSizes[dim] != 1) {
        return false;
      }
      newStrides[dim] = 1;
    }
    return true;
  }
}
