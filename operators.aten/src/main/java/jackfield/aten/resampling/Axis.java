package jackfield.aten.resampling;

/**
 * One dimension of an image that is resampled: the elements of the image, with weights, that each
 * position of the result is made of. {@link #first} and {@link #end} do not decrease with the
 * position.
 */
public abstract class Axis {
  private final long size;
  private final long count;

  /**
   * Creates a dimension.
   *
   * @param size the number of elements of the image
   * @param count the number of positions of the result
   */
  protected Axis(long size, long count) {
    this.size = size;
    this.count = count;
  }

  /** Returns the number of elements of the image. */
  public final long size() {
    return size;
  }

  /** Returns the number of positions of the result. */
  public final long count() {
    return count;
  }

  /** Replaces {@code taps} by the elements of the image for a position. */
  public abstract void at(long position, Taps taps);

  /** Returns an index that none of a position's elements is below. */
  protected abstract long first(long position);

  /** Returns an index that all of a position's elements are below. */
  protected abstract long end(long position);

  /**
   * Replaces {@code taps} by the positions that an element of the image is part of.
   *
   * @param scratch is overwritten
   */
  public void over(long index, Taps taps, Taps scratch) {
    taps.clear();
    for (long position = firstOver(index);
        position < count && first(position) <= index;
        position++) {
      at(position, scratch);
      for (int tap = 0; tap < scratch.count(); tap++) {
        if (scratch.index(tap) == index) {
          taps.add(position, scratch.weight(tap));
        }
      }
    }
  }

  /** Returns the first position of which an element may be {@code index} or beyond it. */
  private long firstOver(long index) {
    long low = 0;
    long high = count;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (end(middle) > index) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
