package jackfield.backend.cpu.line;

import jackfield.memory.HostBytes;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds the order of rows of keys: that of the first keys that differ. Column by column, {@link
 * RadixOrder} divides the rows into ranges with equal keys, until few are left to insert. Equal
 * rows keep their order.
 */
final class SliceOrder {
  private static final int FEW = 24; // rows, for which insertion is faster

  private final int[] order;
  private final long width;
  private final int bits;
  private final long keys;
  private final long scratch;
  private final Deque<Range> ranges = new ArrayDeque<>(); // recursion could be too deep

  /** Rows that are equal before a column. */
  private record Range(int from, int count, long column) {}

  /**
   * Creates the order of rows as they are.
   *
   * @param width the number of keys of a row
   * @param bits the number of low bits in which keys differ
   * @param keys the address of the keys, row by row
   * @param scratch the address of {@link #bytes} bytes
   */
  SliceOrder(int count, long width, int bits, long keys, long scratch) {
    this.order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    this.width = width;
    this.bits = bits;
    this.keys = keys;
    this.scratch = scratch;
  }

  static long bytes(long count) {
    return RadixOrder.bytes(count);
  }

  /** Returns the rows in order. */
  int[] rows() {
    return order;
  }

  /** Puts the rows in order. */
  void sort() {
    ranges.add(new Range(0, order.length, 0));
    while (!ranges.isEmpty()) {
      Range range = ranges.removeLast();
      if (range.count <= FEW) {
        insert(range);
      } else {
        long column = range.column;
        while (column < width && !divide(range, column)) {
          column++;
        }
      }
    }
  }

  private long key(int row, long column) {
    return HostBytes.longAt(keys + (row * width + column) * Long.BYTES);
  }

  /** Orders a range by one column and adds the ranges of equal keys; false if all are equal. */
  private boolean divide(Range range, long column) {
    RadixOrder radix = new RadixOrder(range.count, scratch);
    long first = key(order[range.from], column);
    long differences = 0;
    for (int i = 0; i < range.count; i++) {
      long key = key(order[range.from + i], column);
      differences |= key ^ first;
      HostBytes.putLong(radix.keys() + (long) i * Long.BYTES, key);
    }
    if (differences == 0) {
      return false;
    }
    long positions = radix.run(bits);
    int[] moved = new int[range.count];
    for (int i = 0; i < range.count; i++) {
      moved[i] = order[range.from + HostBytes.intAt(positions + (long) i * Integer.BYTES)];
    }
    System.arraycopy(moved, 0, order, range.from, range.count);
    addEqual(range, radix.keys(), column + 1);
    return true;
  }

  private void addEqual(Range range, long ordered, long column) {
    int start = 0;
    for (int i = 1; i <= range.count; i++) {
      boolean isEnd = i == range.count;
      long key = HostBytes.longAt(ordered + (long) start * Long.BYTES);
      if (isEnd || HostBytes.longAt(ordered + (long) i * Long.BYTES) != key) {
        if (i - start > 1 && column < width) {
          ranges.add(new Range(range.from + start, i - start, column));
        }
        start = i;
      }
    }
  }

  private void insert(Range range) {
    for (int i = range.from + 1; i < range.from + range.count; i++) {
      int row = order[i];
      int to = i;
      while (to > range.from && isBefore(row, order[to - 1], range.column)) {
        order[to] = order[to - 1];
        to--;
      }
      order[to] = row;
    }
  }

  private boolean isBefore(int a, int b, long column) {
    for (long i = column; i < width; i++) {
      int compared = Long.compareUnsigned(key(a, i), key(b, i));
      if (compared != 0) {
        return compared < 0;
      }
    }
    return false;
  }
}
