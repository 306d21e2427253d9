package jackfield.aten.window;

import jackfield.aten.window.Windows.Side;
import java.util.Arrays;

/**
 * Visits the elements of one side of {@link Windows} and lists for each the pairs of elements of
 * the other two sides that meet at it. For a window these are the elements of the image and their
 * taps, for an element of the image the windows over it and their taps, for a tap the elements of
 * the image and the windows. Padding has no pairs. The other two sides are first and second in the
 * order image, positions, taps.
 *
 * <p><em>Units</em>: offsets and steps in bytes.
 *
 * <p><em>Threads</em>: used by one thread; several can each have their own.
 */
public final class WindowPairs {
  private final Windows windows;
  private final Side side;
  private final long[][] steps; // of the visited side, the first and the second
  private final long[] index; // this and the following fields are written by move
  private long offset;
  private int count;
  private long[] first = new long[1];
  private long[] second = new long[1];
  private long[] lineFirst = new long[1];
  private long[] lineSecond = new long[1];
  private int lineCount;

  /**
   * Creates an iterator, which must be moved before it is read.
   *
   * @param side the side whose elements are visited
   * @param steps the steps in each spatial dimension of that side, the first and the second
   */
  public WindowPairs(Windows windows, Side side, long[]... steps) {
    this.windows = windows;
    this.side = side;
    this.steps = steps;
    this.index = new long[windows.rank()];
  }

  /** Moves to an element of the visited side, counted in row-major order. */
  public void move(long element) {
    long rest = element;
    long[] sizes = windows.sizes(side);
    offset = 0;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      index[dim] = rest % sizes[dim];
      rest /= sizes[dim];
      offset += index[dim] * steps[0][dim];
    }
    count = 1;
    first[0] = 0;
    second[0] = 0;
    for (int dim = 0; dim < sizes.length; dim++) {
      list(dim);
      combine();
    }
  }

  /** Returns the element's distance from the first element of its side. */
  public long offset() {
    return offset;
  }

  /** Returns the number of pairs. */
  public int count() {
    return count;
  }

  /** Returns the distance of a pair's first element from the first element of its side. */
  public long first(int pair) {
    return first[pair];
  }

  /** Returns the distance of a pair's second element from the first element of its side. */
  public long second(int pair) {
    return second[pair];
  }

  /** Lists the pairs in one dimension. */
  private void list(int dim) {
    lineCount = 0;
    long at = index[dim];
    boolean isTap = side == Side.TAPS;
    long others = isTap ? windows.positions()[dim] : windows.taps()[dim];
    for (long other = 0; other < others; other++) {
      switch (side) {
        case POSITIONS -> addInside(dim, windows.index(dim, at, other), other);
        case TAPS -> addInside(dim, windows.index(dim, other, at), other);
        case IMAGE -> addWindow(dim, at - windows.index(dim, 0, other), other);
      }
    }
  }

  private void addInside(int dim, long image, long other) {
    if (windows.contains(dim, image)) {
      add(image * steps[1][dim], other * steps[2][dim]);
    }
  }

  private void addWindow(int dim, long distance, long tap) {
    long stride = windows.stride()[dim];
    long position = distance / stride;
    if (distance >= 0 && distance % stride == 0 && position < windows.positions()[dim]) {
      add(position * steps[1][dim], tap * steps[2][dim]);
    }
  }

  private void add(long firstOffset, long secondOffset) {
    if (lineCount == lineFirst.length) {
      lineFirst = Arrays.copyOf(lineFirst, 2 * lineCount);
      lineSecond = Arrays.copyOf(lineSecond, 2 * lineCount);
    }
    lineFirst[lineCount] = firstOffset;
    lineSecond[lineCount++] = secondOffset;
  }

  /** Replaces each pair of the outer dimensions by one for each pair of this dimension. */
  private void combine() {
    int needed = Math.multiplyExact(count, lineCount);
    if (needed > first.length) {
      first = Arrays.copyOf(first, needed);
      second = Arrays.copyOf(second, needed);
    }
    for (int pair = count - 1;
        pair >= 0;
        pair--) { // backwards, since a pair's place is written last
      long outerFirst = first[pair];
      long outerSecond = second[pair];
      for (int line = lineCount - 1; line >= 0; line--) {
        first[pair * lineCount + line] = outerFirst + lineFirst[line];
        second[pair * lineCount + line] = outerSecond + lineSecond[line];
      }
    }
    count = needed;
  }
}
