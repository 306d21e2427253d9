package jackfield.backend.cpu.resampling;

import jackfield.aten.resampling.Taps;
import java.util.Arrays;

/**
 * The taps of adjacent positions of one dimension. Those of position {@code i} are from {@code
 * starts[i]} to {@code starts[i + 1]}, which is excluded.
 */
final class AxisTaps {
  private static final int PAIR = 2;

  private final int[] starts;
  private long[] indexes;
  private double[] weights;
  private long least = Long.MAX_VALUE;
  private long end;
  private boolean isOfPairs = true;

  /** Finds the taps of a position. */
  interface Source {
    void find(long position, Taps taps);
  }

  /** Finds the taps of {@code count} positions. */
  AxisTaps(long first, int count, Source source) {
    this.starts = new int[count + 1];
    this.indexes = new long[PAIR * count];
    this.weights = new double[PAIR * count];
    Taps taps = new Taps();
    for (int i = 0; i < count; i++) {
      source.find(first + i, taps);
      append(i, taps);
    }
  }

  private void append(int position, Taps taps) {
    int at = starts[position];
    starts[position + 1] = Math.addExact(at, taps.count());
    isOfPairs &= taps.count() == PAIR;
    if (starts[position + 1] > indexes.length) {
      int length = Math.max(starts[position + 1], PAIR * indexes.length);
      indexes = Arrays.copyOf(indexes, length);
      weights = Arrays.copyOf(weights, length);
    }
    for (int tap = 0; tap < taps.count(); tap++) {
      indexes[at + tap] = taps.index(tap);
      weights[at + tap] = taps.weight(tap);
      least = Math.min(least, taps.index(tap));
      end = Math.max(end, taps.index(tap) + 1);
    }
  }

  /** Returns the number of positions. */
  int count() {
    return starts.length - 1;
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
