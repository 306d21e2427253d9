package jackfield.tools.soak.measure;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * The longest gap of callers in each window of time. During a window with an odd number something
 * is plugged or unplugged; during one with an even number nothing is.
 */
public final class Pauses {
  private static final int MOST = 1 << 17; // further windows are not measured

  private final AtomicLongArray longest = new AtomicLongArray(MOST);
  private final AtomicInteger window = new AtomicInteger();

  /** Ends a window; called by the plugging thread, before and after each change. */
  public void turn() {
    window.incrementAndGet();
  }

  public int window() {
    return window.get();
  }

  /**
   * Records a gap that began in one window and ended in another; it counts for the change if it
   * overlaps one.
   */
  public void note(int from, int to, long nanos) {
    if (isChange(from) || !isChange(to)) {
      note(from, nanos);
    }
    if (isChange(to)) {
      note(to, nanos);
    }
  }

  private void note(int at, long nanos) {
    if (at < MOST) {
      longest.accumulateAndGet(at, nanos, Math::max);
    }
  }

  private static boolean isChange(int window) {
    return window % 2 == 1;
  }

  /** Returns the gaps in ascending order: those during changes, or those between changes. */
  public long[] sorted(boolean ofChanges) {
    return LongStream.range(0, Math.min(MOST, window.get()))
        .filter(at -> isChange((int) at) == ofChanges)
        .map(at -> longest.get((int) at))
        .sorted()
        .toArray();
  }

  /** Returns a percentile of sorted numbers; 0 if there are none. */
  public static long percentile(long[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, part * sorted.length)];
  }

  /** A running median of the last durations of one sort of work, for one thread. */
  public static final class Median {
    private static final int KEPT = 256;
    private static final int REFRESHED_EACH = 64;

    private final long[] last = new long[KEPT];
    private int count;
    private long median;

    /** Adds a duration and returns by how much it exceeds the median so far; 0 at the beginning. */
    public long beyond(long nanos) {
      last[count++ % KEPT] = nanos;
      if (count % REFRESHED_EACH == 0) {
        long[] sorted = Arrays.copyOf(last, Math.min(count, KEPT));
        Arrays.sort(sorted);
        median = sorted[sorted.length / 2];
      }
      return count < REFRESHED_EACH ? 0 : Math.max(0, nanos - median);
    }
  }
}
