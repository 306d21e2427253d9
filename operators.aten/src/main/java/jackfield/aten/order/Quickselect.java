package jackfield.aten.order;

/**
 * Finds the number that would be at one place of the ordered numbers: Hoare's selection with the
 * median of the first, middle and last number as the pivot.
 *
 * <p><em>Source</em>: W. Press et al., Numerical Recipes, "Selecting the Mth Largest". The order of
 * the exchanges decides which of equal elements is found.
 */
public abstract class Quickselect {
  private final int[] order;
  private int above; // written by partition: the first place of the upper part

  /** Creates the order of the numbers from 0 up to {@code count}. */
  protected Quickselect(int count) {
    this.order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
  }

  /** Returns whether number {@code a} comes after number {@code b}. */
  protected abstract boolean isAfter(int a, int b);

  /** Returns the number at a place, counted from 0. */
  public final int at(int place) {
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

  /** Divides a range and returns the place of its pivot; the numbers from above are not smaller. */
  private int partition(int first, int last) {
    swap(first + (last - first) / 2, first + 1);
    exchangeIfAfter(first + 1, last);
    exchangeIfAfter(first, last);
    exchangeIfAfter(first + 1, first);
    int pivot = order[first];
    int up = first + 1;
    int down = last;
    while (true) {
      do {
        up++;
      } while (isAfter(pivot, order[up]));
      do {
        down--;
      } while (isAfter(order[down], pivot));
      if (down < up) {
        swap(first, down);
        above = up;
        return down;
      }
      swap(up, down);
    }
  }

  private void exchangeIfAfter(int a, int b) {
    if (isAfter(order[a], order[b])) {
      swap(a, b);
    }
  }

  private void swap(int a, int b) {
    int number = order[a];
    order[a] = order[b];
    order[b] = number;
  }
}
