package jackfield.backend.cuda.image;

import jackfield.aten.resampling.Taps;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Launcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Tables of taps in memory of the device, one for each dimension: where the taps of each index
 * start, then the index and the weight of each tap.
 */
final class TapTables implements AutoCloseable {
  private static final int FIRST_LENGTH = 256;

  private final Launcher launcher;
  private final List<Lease> leases = new ArrayList<>();

  /** Finds the taps of an index. */
  interface Finder {
    void find(long index, Taps taps);
  }

  /** Writes the weight of a tap as a word of 64 bits. */
  interface Weight extends ToLongFunction<Double> {}

  TapTables(Launcher launcher) {
    this.launcher = launcher;
  }

  /**
   * Copies a table to the device. Taps that follow each other and have one index become one.
   *
   * @return the numbers of the table: where its starts, indexes and weights are
   */
  long[] add(long count, Finder finder, Weight weight) {
    int length = Math.toIntExact(count);
    long[] starts = new long[length + 1];
    long[] indexes = new long[FIRST_LENGTH];
    long[] weights = new long[FIRST_LENGTH];
    int used = 0;
    Taps taps = new Taps();
    for (int i = 0; i < length; i++) {
      finder.find(i, taps);
      if (used + taps.count() > indexes.length) {
        int longer = Math.max(2 * indexes.length, used + taps.count());
        indexes = Arrays.copyOf(indexes, longer);
        weights = Arrays.copyOf(weights, longer);
      }
      int tap = 0;
      while (tap < taps.count()) {
        double sum = taps.weight(tap);
        indexes[used] = taps.index(tap);
        tap++;
        for (; tap < taps.count() && taps.index(tap) == indexes[used]; tap++) {
          sum += taps.weight(tap);
        }
        weights[used++] = weight.applyAsLong(sum);
      }
      starts[i + 1] = used;
    }
    return upload(starts, Arrays.copyOf(indexes, used), Arrays.copyOf(weights, used));
  }

  private long[] upload(long[] starts, long[] indexes, long[] weights) {
    long[] all = Arrays.copyOf(starts, starts.length + 2 * indexes.length);
    System.arraycopy(indexes, 0, all, starts.length, indexes.length);
    System.arraycopy(weights, 0, all, starts.length + indexes.length, weights.length);
    Lease lease = launcher.upload(all);
    leases.add(lease);
    long second = lease.address() + (long) starts.length * Long.BYTES;
    return new long[] {lease.address(), second, second + (long) indexes.length * Long.BYTES};
  }

  @Override
  public void close() {
    leases.forEach(launcher.context().memory()::release); // later work of the stream may have it
  }
}
