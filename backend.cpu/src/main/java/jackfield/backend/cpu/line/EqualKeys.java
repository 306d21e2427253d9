package jackfield.backend.cpu.line;

/**
 * Chooses among equal keys as the reference does: Hoare's selection with the median of the first,
 * middle and last number as the pivot.
 *
 * <p><em>Source</em>: W. Press et al., Numerical Recipes, "Selecting the Mth Largest". The order of
 * the exchanges decides which of equal elements is found.
 */
final class EqualKeys {
  private final KeySelection keys;
  private final int[] order;
  private int above; // written by partition: the first place of the upper part

  EqualKeys(KeySelection keys) {
    this.keys = keys;
    this.order = new int[keys.count()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
  }

  /** Returns the position of the key at a place, counted from 0. */
  int at(int place) {
    int first = 0;
    int last = order.length - 1;
    while (last > first + 1) {
      int cut = partition(first, last);
      first = cut <= place ? above : first;
      last = cut >= place ? cut - 1 : last;
    }
    if (last == first + 1) {
      exchangeIfAfter(first, last);
    }
    return order[place];
  }

  /** Divides a range and returns the place of its pivot; the keys from above are not smaller. */
  private int partition(int first, int last) {
    swap(first + (last - first) / 2, first + 1);
    exchangeIfAfter(first + 1, last);
    exchangeIfAfter(first, last);
    exchangeIfAfter(first + 1, first);
    long pivot = keys.key(order[first]);
    int up = first + 1;
    int down = last;
    while (true) {
      do {
        up++;
      } while (Long.compareUnsigned(pivot, keys.key(order[up])) > 0);
      do {
        down--;
      } while (Long.compareUnsigned(keys.key(order[down]), pivot) > 0);
      if (down < up) {
        swap(first, down);
        above = up;
        return down;
      }
      swap(up, down);
    }
  }

  private void exchangeIfAfter(int a, int b) {
    if (Long.compareUnsigned(keys.key(order[a]), keys.key(order[b])) > 0) {
      swap(a, b);
    }
  }

  private void swap(int a, int b) {
    int number = order[a];
    order[a] = order[b];
    order[b] = number;
  }
}
