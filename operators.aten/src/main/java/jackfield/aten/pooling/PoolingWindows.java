package jackfield.aten.pooling;

import jackfield.aten.window.Windows;
import java.util.function.LongPredicate;

/**
 * The windows of pooling, in one or more spatial dimensions. In each dimension a window is a range
 * of the image's indexes, in steps; ranges of later windows do not begin or end earlier.
 *
 * @param geometry image, numbers of windows, taps, strides and padding; of adaptive windows only
 *     the first two count
 * @param isAdaptive whether windows divide the image evenly, whatever their number
 */
public record PoolingWindows(Windows geometry, boolean isAdaptive) {

  /** Returns the number of spatial dimensions. */
  public int rank() {
    return geometry.rank();
  }

  /** Returns the image's size in a dimension. */
  public long image(int dim) {
    return geometry.image()[dim];
  }

  /** Returns the number of windows in a dimension. */
  public long positions(int dim) {
    return geometry.positions()[dim];
  }

  /**
   * Returns the distance between adjacent elements of a window, at most the size of the image: a
   * window of one element may have any dilation, and no loop over it may overflow.
   */
  public long step(int dim) {
    return isAdaptive ? 1 : Math.min(geometry.dilation()[dim], image(dim));
  }

  /** Returns the first index of a window that is inside the image, or one beyond the end. */
  public long first(int dim, long position) {
    if (isAdaptive) {
      return position * image(dim) / positions(dim);
    }
    long first = geometry.index(dim, position, 0);
    long step = geometry.dilation()[dim];
    return first >= 0 ? first : first + (step - 1 - first) / step * step;
  }

  /** Returns the index that ends a window: the image's size, or one after the last tap. */
  public long end(int dim, long position) {
    if (isAdaptive) {
      long count = positions(dim);
      return ((position + 1) * image(dim) + count - 1) / count;
    }
    long last = geometry.index(dim, position, geometry.taps()[dim] - 1);
    return Math.min(last + 1, image(dim));
  }

  /** Returns the number of elements of a window, with the padding but not beyond it. */
  public long padded(int dim, long position) {
    long first = geometry.index(dim, position, 0);
    long end = image(dim) + geometry.padding()[dim];
    return Math.min(first + geometry.taps()[dim], end) - first;
  }

  /** Returns the first window that ends after an index. */
  public long firstOver(int dim, long index) {
    return search(dim, position -> end(dim, position) > index);
  }

  /** Returns the first window that begins after an index. */
  public long firstAfter(int dim, long index) {
    return search(dim, position -> first(dim, position) > index);
  }

  /** Returns the first window for which a condition holds that holds for all later ones. */
  private long search(int dim, LongPredicate condition) {
    long low = 0;
    long high = positions(dim);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (condition.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
