package jackfield.itests.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;

/** The longest gap of any caller in each window of time; a gap counts in each that it touches. */
final class Gaps {
  private final List<LongAccumulator> windows = new ArrayList<>();
  private volatile LongAccumulator open = new LongAccumulator(Math::max, 0);

  /** Returns the window that is open; for callers. */
  LongAccumulator window() {
    return open;
  }

  /** Ends a window and opens the next; for the thread that measures. */
  void open() {
    windows.add(open);
    open = new LongAccumulator(Math::max, 0);
  }

  /** Forgets all windows and opens one. */
  void restart() {
    open();
    windows.clear();
  }

  /** Forgets the windows that ended, and returns their gaps in order of length. */
  long[] take() {
    long[] sorted = windows.stream().mapToLong(LongAccumulator::get).sorted().toArray();
    windows.clear();
    return sorted;
  }
}
