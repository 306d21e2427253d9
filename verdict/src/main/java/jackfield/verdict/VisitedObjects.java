package jackfield.verdict;

/**
 * The objects of a dump in the order of the search, each once, with its predecessor. It needs 12
 * bytes an object, and as much again for the lookup by id.
 */
final class VisitedObjects {
  static final int NONE = -1;

  private final long[] numbers; // object ids by position
  private final int[] before; // by position: the position of the predecessor
  private final int[] slots; // positions + 1, hashed by id with linear probing; 0 is free
  private int size;

  VisitedObjects(int capacity) {
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

  /** Returns the position of an object, or {@link #NONE}. */
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
