package jackfield.aten.order;

/**
 * Moves the first numbers of an order to the front, sorted. Which of several equal elements come
 * first follows from the steps of the algorithms of the C++ standard library that PyTorch uses: a
 * heap for few numbers, else quickselect by a median of three, then quicksort that ends with
 * insertions.
 *
 * <p>Keys are compared as unsigned numbers. Keys of up to 32 bits are in the upper halves of the
 * numbers, so that a comparison reads no memory.
 *
 * <p><em>Source</em>: the observable order of PyTorch 2.6 on Linux.
 */
public final class PartialOrder {
  private static final int SMALL = 16; // ranges that are sorted by insertion alone
  private static final long HEAP_SHARE = 64; // a heap orders at most one of so many elements

  private final long[] order;
  private final Keys keys; // null if they are in the upper halves of the numbers

  /** Returns the key of an element. */
  @FunctionalInterface
  public interface Keys {
    /** Returns the key of the element at a position. */
    long at(int position);
  }

  private PartialOrder(long[] order, Keys keys) {
    this.order = order;
    this.keys = keys;
  }

  /**
   * Creates the order of elements with keys of 32 bits.
   *
   * @param numbers one for each element, with the key in the upper half and the position in the
   *     lower one; they are moved
   */
  public static PartialOrder packed(long[] numbers) {
    return new PartialOrder(numbers, null);
  }

  /** Creates the order of {@code count} elements with keys of 64 bits. */
  public static PartialOrder of(int count, Keys keys) {
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    return new PartialOrder(order, keys);
  }

  private long key(long number) {
    return keys == null ? number >>> Integer.SIZE : keys.at((int) number);
  }

  private boolean isBefore(long a, long b) {
    return Long.compareUnsigned(key(a), key(b)) < 0;
  }

  /** Returns whether a heap finds the first elements; it reads each element about once. */
  public static boolean isHeap(int count, int wanted) {
    return wanted * HEAP_SHARE <= count;
  }

  /** Puts the first {@code wanted} elements in order. */
  public void run(int wanted) {
    if (wanted == 0) {
      return;
    }
    if (isHeap(order.length, wanted)) {
      heapSelect(0, wanted, order.length);
      sortHeap(0, wanted);
    } else {
      select(wanted - 1);
      sort(0, wanted - 1);
    }
  }

  /** Returns the position of the element at a place. */
  public int at(int place) {
    return (int) order[place];
  }

  // ---- quickselect and quicksort

  private void select(int nth) {
    int first = 0;
    int last = order.length;
    int depth = 2 * log2(order.length);
    while (last - first > 3) {
      if (depth-- == 0) {
        heapSelect(first, nth + 1, last);
        swap(first, nth);
        return;
      }
      int cut = partition(first, last);
      first = cut <= nth ? cut : first;
      last = cut <= nth ? last : cut;
    }
    insert(first, last);
  }

  private void sort(int first, int last) {
    if (last - first > 1) {
      quicksort(first, last, 2 * log2(last - first));
      insert(first, last);
    }
  }

  private void quicksort(int first, int end, int depth) {
    int last = end;
    for (int left = depth; last - first > SMALL; left--) {
      if (left == 0) {
        heapSelect(first, last, last);
        sortHeap(first, last);
        return;
      }
      int cut = partition(first, last);
      quicksort(cut, last, left - 1);
      last = cut;
    }
  }

  private static int log2(int count) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(count);
  }

  /** Divides a range by the median of its second, middle and last number. */
  private int partition(int first, int end) {
    int middle = first + (end - first) / 2;
    swap(first, median(first + 1, middle, end - 1));
    long pivot = key(order[first]);
    int from = first + 1;
    int to = end;
    while (true) {
      while (Long.compareUnsigned(key(order[from]), pivot) < 0) {
        from++;
      }
      to--;
      while (Long.compareUnsigned(pivot, key(order[to])) < 0) {
        to--;
      }
      if (from >= to) {
        return from;
      }
      swap(from++, to);
    }
  }

  private int median(int a, int b, int c) {
    if (isBeforeAt(a, b)) {
      return isBeforeAt(b, c) ? b : isBeforeAt(a, c) ? c : a;
    }
    return isBeforeAt(a, c) ? a : isBeforeAt(b, c) ? c : b;
  }

  private void insert(int first, int last) {
    for (int i = first + 1; i < last; i++) {
      long number = order[i];
      int to = i;
      while (to > first && isBefore(number, order[to - 1])) {
        order[to] = order[to - 1];
        to--;
      }
      order[to] = number;
    }
  }

  // ---- heap: the last number is at its root

  private void heapSelect(int first, int middle, int last) {
    int length = middle - first;
    for (int parent = (length - 2) / 2; length > 1 && parent >= 0; parent--) {
      sift(first, parent, length, order[first + parent]);
    }
    for (int i = middle; i < last; i++) {
      if (isBeforeAt(i, first)) {
        pop(first, middle, i);
      }
    }
  }

  private void sortHeap(int first, int end) {
    for (int last = end; last - first > 1; last--) {
      pop(first, last - 1, last - 1);
    }
  }

  private void pop(int first, int last, int result) {
    long number = order[result];
    order[result] = order[first];
    sift(first, 0, last - first, number);
  }

  private void sift(int first, int top, int length, long number) {
    int hole = top;
    int child = top;
    while (child < (length - 1) / 2) {
      child = 2 * (child + 1);
      child -= isBeforeAt(first + child, first + child - 1) ? 1 : 0;
      order[first + hole] = order[first + child];
      hole = child;
    }
    if (length % 2 == 0 && child == (length - 2) / 2) {
      child = 2 * (child + 1);
      order[first + hole] = order[first + child - 1];
      hole = child - 1;
    }
    while (hole > top && isBefore(order[first + (hole - 1) / 2], number)) {
      order[first + hole] = order[first + (hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    order[first + hole] = number;
  }

  private boolean isBeforeAt(int a, int b) {
    return isBefore(order[a], order[b]);
  }

  private void swap(int a, int b) {
    long number = order[a];
    order[a] = order[b];
    order[b] = number;
  }
}
