package jackfield.backend.cpu.reference;

/**
 * Moves the first {@code k} numbers of an order to the front, sorted. Which of several equal
 * elements come first follows from the steps of the algorithms of the C++ standard library that
 * PyTorch uses: a heap for small {@code k}, else quickselect by a median of three, then quicksort
 * that ends with insertions.
 *
 * <p><em>Source</em>: the observable order of PyTorch 2.6 on Linux.
 */
final class PartialOrder {
  private static final int SMALL = 16; // ranges that are sorted by insertion alone

  private final int[] order;
  private final Before before;

  /** Whether number {@code a} comes before number {@code b}. */
  @FunctionalInterface
  interface Before {
    boolean test(int a, int b);
  }

  PartialOrder(int count, Before before) {
    this.order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    this.before = before;
  }

  /** Returns the numbers, of which the first {@code k} are in order. */
  int[] first(int k) {
    if (k > 0) {
      if (k * 64L <= order.length) {
        heapSelect(0, k, order.length);
        sortHeap(0, k);
      } else {
        select(k - 1);
        sort(0, k - 1);
      }
    }
    return order;
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
    int pivot = order[first];
    int from = first + 1;
    int to = end;
    while (true) {
      while (before.test(order[from], pivot)) {
        from++;
      }
      to--;
      while (before.test(pivot, order[to])) {
        to--;
      }
      if (from >= to) {
        return from;
      }
      swap(from++, to);
    }
  }

  private int median(int a, int b, int c) {
    if (isBefore(a, b)) {
      return isBefore(b, c) ? b : isBefore(a, c) ? c : a;
    }
    return isBefore(a, c) ? a : isBefore(b, c) ? c : b;
  }

  private void insert(int first, int last) {
    for (int i = first + 1; i < last; i++) {
      int number = order[i];
      int to = i;
      while (to > first && before.test(number, order[to - 1])) {
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
      if (isBefore(i, first)) {
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
    int number = order[result];
    order[result] = order[first];
    sift(first, 0, last - first, number);
  }

  private void sift(int first, int top, int length, int number) {
    int hole = top;
    int child = top;
    while (child < (length - 1) / 2) {
      child = 2 * (child + 1);
      child -= isBefore(first + child, first + child - 1) ? 1 : 0;
      order[first + hole] = order[first + child];
      hole = child;
    }
    if (length % 2 == 0 && child == (length - 2) / 2) {
      child = 2 * (child + 1);
      order[first + hole] = order[first + child - 1];
      hole = child - 1;
    }
    while (hole > top && before.test(order[first + (hole - 1) / 2], number)) {
      order[first + hole] = order[first + (hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    order[first + hole] = number;
  }

  private boolean isBefore(int a, int b) {
    return before.test(order[a], order[b]);
  }

  private void swap(int a, int b) {
    int number = order[a];
    order[a] = order[b];
    order[b] = number;
  }
}
