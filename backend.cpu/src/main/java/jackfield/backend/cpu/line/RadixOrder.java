package jackfield.backend.cpu.line;

import jackfield.memory.HostBytes;
import java.util.Arrays;

/**
 * Finds the order of keys: by insertion if they are few, else digit by digit from the lowest, where
 * keys with the same digit keep their order. A digit that all keys have in common takes no pass.
 */
final class RadixOrder {
  private static final int FEW = 48; // keys, which insertion orders faster
  private static final int MANY = 4096; // keys, from which on longer digits are faster
  private static final int SHORT_DIGIT = 8;
  private static final int LONG_DIGIT = 11;

  private final int count;
  private final int digitBits;
  private final int[] starts;
  private long keys;
  private long positions;
  private long otherKeys;
  private long otherPositions;

  /** Creates the order of {@code count} keys in scratch memory of {@link #bytes} bytes. */
  RadixOrder(int count, long memory) {
    this.count = count;
    this.digitBits = count < MANY ? SHORT_DIGIT : LONG_DIGIT;
    this.starts = new int[1 << digitBits];
    this.keys = memory;
    this.otherKeys = memory + (long) count * Long.BYTES;
    this.positions = otherKeys + (long) count * Long.BYTES;
    this.otherPositions = positions + (long) count * Integer.BYTES;
  }

  static long bytes(long count) {
    return 2 * count * (Long.BYTES + Integer.BYTES);
  }

  int count() {
    return count;
  }

  /** Returns the address to which the keys are written, as adjacent 64-bit integers. */
  long keys() {
    return keys;
  }

  /**
   * Writes the positions of the keys as they are, 0, 1, 2 …, as 32-bit integers; returns their
   * address.
   */
  long positions() {
    for (long i = 0; i < count; i++) {
      HostBytes.putInt(positions + i * Integer.BYTES, (int) i);
    }
    return positions;
  }

  /**
   * Returns the address of the positions of the keys in ascending order, as 32-bit integers. The
   * keys are changed.
   *
   * @param bits the number of low bits in which keys differ
   */
  long run(int bits) {
    var _ = positions();
    if (count <= FEW) {
      insert();
    } else {
      for (int shift = 0; shift < bits; shift += digitBits) {
        if (!isCommon(shift)) {
          distribute(shift);
        }
      }
    }
    return positions;
  }

  private void insert() {
    for (long i = 1; i < count; i++) {
      long key = HostBytes.longAt(keys + i * Long.BYTES);
      long place = i;
      for (; place > 0; place--) {
        long before = HostBytes.longAt(keys + (place - 1) * Long.BYTES);
        if (Long.compareUnsigned(before, key) <= 0) {
          break;
        }
        HostBytes.putLong(keys + place * Long.BYTES, before);
        HostBytes.putInt(
            positions + place * Integer.BYTES,
            HostBytes.intAt(positions + (place - 1) * Integer.BYTES));
      }
      HostBytes.putLong(keys + place * Long.BYTES, key);
      HostBytes.putInt(positions + place * Integer.BYTES, (int) i);
    }
  }

  /** Counts the digits; returns whether all keys have the same one. */
  private boolean isCommon(int shift) {
    int[] counts = starts;
    int mask = counts.length - 1;
    Arrays.fill(counts, 0);
    for (long i = 0; i < count; i++) {
      counts[(int) (HostBytes.longAt(keys + i * Long.BYTES) >>> shift) & mask]++;
    }
    return counts[(int) (HostBytes.longAt(keys) >>> shift) & mask] == count;
  }

  /** Moves the keys and their positions in the order of a digit that was counted. */
  private void distribute(int shift) {
    int[] next = starts;
    int mask = next.length - 1;
    int start = 0;
    for (int digit = 0; digit < next.length; digit++) {
      int keysOfDigit = next[digit];
      next[digit] = start;
      start += keysOfDigit;
    }
    for (long i = 0; i < count; i++) {
      long key = HostBytes.longAt(keys + i * Long.BYTES);
      long place = next[(int) (key >>> shift) & mask]++;
      HostBytes.putLong(otherKeys + place * Long.BYTES, key);
      HostBytes.putInt(
          otherPositions + place * Integer.BYTES, HostBytes.intAt(positions + i * Integer.BYTES));
    }
    exchange();
  }

  private void exchange() {
    long freeKeys = keys;
    long freePositions = positions;
    keys = otherKeys;
    positions = otherPositions;
    otherKeys = freeKeys;
    otherPositions = freePositions;
  }
}
