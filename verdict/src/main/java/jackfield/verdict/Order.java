package jackfield.verdict;

/**
 * Objects of a dump in the order in which they were reached, each once, with the one that led to
 * it. Twelve bytes an object, and as much again for the search by number.
 */
final class Order {
  static final int NONE = -1;

  private final long[] numbers; // by position
  private final int[] before; // by position: the position of the one that led here
  private final int[] slots; // positions + 1, hashed by number, probed in line; 0 is free
  private int size;

  Order(int capacity) {
    numbers = new long[capacity];
    before = new int[capacity];
    slots = new int[Integer.highestOneBit(Math.max(capacity, 1)) * 4];
  }

  int size() {
    return size;
  }

  long number(int position) {
    return numbers[position];
  }

  int before(int position) {
    return before[position];
  }

  boolean isFull() {
    return size == numbers.length;
  }

  /** Adds an object that was not reached before. */
  void add(long number, int from) {
    int slot = slot(number);
    numbers[size] = number;
    before[size] = from;
    slots[slot] = ++size;
  }

  /** Returns where an object stands, or {@link #NONE}. */
  int position(long number) {
    return slots[slot(number)] - 1;
  }

  private int slot(long number) {
    int slot = Long.hashCode(number * 0x9e3779b97f4a7c15L) & (slots.length - 1); // golden ratio
    while (slots[slot] != 0 && numbers[slots[slot] - 1] != number) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
}
