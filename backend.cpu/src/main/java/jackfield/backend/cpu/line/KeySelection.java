package jackfield.backend.cpu.line;

import jackfield.memory.HostBytes;
import java.util.Arrays;

/**
 * Finds the key that would be at one place of the ordered keys. Digit by digit from the highest, it
 * counts the keys that are left and keeps those with the digit of the key that it looks for. It
 * reads each key a few times, whatever their order.
 */
final class KeySelection {
  private static final int FEW = 32; // keys, which insertion orders faster
  private static final int MANY = 256; // keys, from which on longer digits are faster
  private static final int SHORT_DIGIT = 8;
  private static final int LONG_DIGIT = 11;

  private final int count;
  private final int digitBits;
  private final int[] counts;
  private final long keys;
  private final long rest; // the keys that have all digits so far
  private long key;
  private int before; // keys before the one that is searched for, at last only equal ones

  /** Creates the selection among {@code count} keys in scratch memory of {@link #bytes} bytes. */
  KeySelection(int count, long memory) {
    this.count = count;
    this.digitBits = count < MANY ? SHORT_DIGIT : LONG_DIGIT;
    this.counts = new int[1 << digitBits];
    this.keys = memory;
    this.rest = memory + (long) count * Long.BYTES;
  }

  static long bytes(long count) {
    return 2 * count * Long.BYTES;
  }

  int count() {
    return count;
  }

  /** Returns the address to which the keys are written, as adjacent 64-bit integers. */
  long keys() {
    return keys;
  }

  /** Returns the key at a position. */
  long key(int position) {
    return HostBytes.longAt(keys + (long) position * Long.BYTES);
  }

  /**
   * Finds the key at a place of the order. {@link #found}, {@link #only} and {@link #stable} return
   * it and its position.
   *
   * @param bits the number of low bits in which keys differ
   */
  void find(int place, int bits) {
    long from = keys;
    int left = count;
    before = place;
    for (int high = bits; left > FEW && high > 0; high -= digitBits) {
      int shift = Math.max(high - digitBits, 0);
      int digit = digit(from, left, shift);
      left = keep(from, left, shift, digit);
      from = rest;
    }
    if (left > FEW) {
      key = HostBytes.longAt(from); // all that are left are equal
    } else {
      order(from, left);
    }
  }

  /** Returns the digit of the key that is looked for. */
  private int digit(long from, int left, int shift) {
    int mask = counts.length - 1;
    Arrays.fill(counts, 0);
    for (long i = 0; i < left; i++) {
      counts[(int) (HostBytes.longAt(from + i * Long.BYTES) >>> shift) & mask]++;
    }
    int digit = 0;
    while (before >= counts[digit]) {
      before -= counts[digit++];
    }
    return digit;
  }

  /** Keeps the keys with a digit; returns how many they are. */
  private int keep(long from, int left, int shift, int digit) {
    int mask = counts.length - 1;
    long to = rest;
    for (long i = 0; i < left; i++) {
      long next = HostBytes.longAt(from + i * Long.BYTES);
      HostBytes.putLong(to, next); // what is not kept is written over
      to += ((int) (next >>> shift) & mask) == digit ? Long.BYTES : 0;
    }
    return (int) ((to - rest) / Long.BYTES);
  }

  /** Orders few keys by insertion. */
  private void order(long from, int left) {
    long[] few = new long[left];
    for (int i = 0; i < left; i++) {
      long next = HostBytes.longAt(from + (long) i * Long.BYTES);
      int to = i;
      for (; to > 0 && Long.compareUnsigned(few[to - 1], next) > 0; to--) {
        few[to] = few[to - 1];
      }
      few[to] = next;
    }
    key = few[before];
    int equal = 0;
    while (equal < before && few[before - equal - 1] == key) {
      equal++;
    }
    before = equal;
  }

  /** Returns the key that was found. */
  long found() {
    return key;
  }

  /** Returns the position of the key that was found as a stable order has it. */
  int stable() {
    int left = before;
    for (int i = 0; ; i++) {
      if (key(i) == key && left-- == 0) {
        return i;
      }
    }
  }

  /** Returns the position of the key that was found if it has no equal, else −1. */
  int only() {
    int found = -1;
    for (int i = 0; i < count; i++) {
      if (key(i) == key) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }
}
