package jackfield.backend.cpu.resampling;

import jackfield.aten.resampling.Taps;
import java.util.Arrays;

/**
 * The taps of a band: adjacent positions of one dimension. A band ends where its positions, its
 * taps or the indexes from the least to the greatest are more than a limit; it has at least one
 * position. So memory does not grow with the dimension. Taps of position {@code i} are from {@code
 * starts[i]} to {@code starts[i + 1]}, which is excluded.
 */
final class AxisTaps {
  private static final int PAIR = 2;

  private final long size;
  private final int most;
  private final Source source;
  private final Taps taps = new Taps();
  private final int[] starts;
  private long[] indexes;
  private double[] weights;
  private int count;
  private long least;
  private long end;
  private boolean isOfPairs;

  /** Finds the taps of a position. */
  interface Source {
    void find(long position, Taps taps);
  }

  /**
   * Creates a band without positions.
   *
   * @param size the number of positions of the dimension
   * @param most the most positions, taps and indexes of a band of several positions
   */
  AxisTaps(long size, int most, Source source) {
    this.size = size;
    this.most = most;
    this.source = source;
    int length = (int) Math.min(most, size);
    this.starts = new int[length + 1];
    this.indexes = new long[PAIR * length];
    this.weights = new double[PAIR * length];
  }

  /** Replaces the band by the one that starts at a position, which the dimension has. */
  void find(long first) {
    count = 0;
    least = Long.MAX_VALUE;
    end = 0;
    isOfPairs = true;
    long positions = Math.min(most, size - first);
    boolean fits = true;
    while (fits && count < positions) {
      source.find(first + count, taps);
      fits = append();
    }
  }

  /** Appends a position, unless the band would be too large. */
  private boolean append() {
    long lowest = least;
    long highest = end;
    for (int tap = 0; tap < taps.count(); tap++) {
      lowest = Math.min(lowest, taps.index(tap));
      highest = Math.max(highest, taps.index(tap) + 1);
    }
    int at = starts[count];
    int after = Math.addExact(at, taps.count()); // both are at most 2^26
    if (count > 0 && (after > most || highest - lowest > most)) {
      return false;
    }
    least = lowest;
    end = highest;
    isOfPairs &= taps.count() == PAIR;
    keep(at, after);
    starts[++count] = after;
    return true;
  }

  private void keep(int at, int after) {
    if (after > indexes.length) {
      int length = Math.max(after, PAIR * indexes.length);
      indexes = Arrays.copyOf(indexes, length);
      weights = Arrays.copyOf(weights, length);
    }
    for (int tap = 0; tap < taps.count(); tap++) {
      indexes[at + tap] = taps.index(tap);
      weights[at + tap] = taps.weight(tap);
    }
  }

  /** Returns the number of positions. */
  int count() {
    return count;
  }

  /** Returns the number of taps of all positions. */
  int taps() {
    return starts[count];
  }

  /** Returns whether each position has two taps. */
  boolean isOfPairs() {
    return isOfPairs;
  }

  /** Returns the least index of a tap; that of none is 0. */
  long least() {
    return end == 0 ? 0 : least;
  }

  /** Returns the number of indexes from the least one on. */
  long span() {
    return end - least();
  }

  int start(int position) {
    return starts[position];
  }

  long index(int tap) {
    return indexes[tap];
  }

  double weight(int tap) {
    return weights[tap];
  }
}
