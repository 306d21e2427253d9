package jackfield.tools.soak.measure;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts checks and failed checks. */
public final class Tally {
  private static final int MOST_SHOWN = 20;

  public final LongAdder calls = new LongAdder();
  public final LongAdder changes = new LongAdder();
  public final LongAdder newcomers = new LongAdder();
  public final AtomicLong longestDrainNanos = new AtomicLong();
  private final LongAdder passed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Queue<String> kept = new ConcurrentLinkedQueue<>();

  /** Counts a check; the first failed ones are kept with {@code problem}. */
  public void check(boolean holds, Supplier<String> problem) {
    if (holds) {
      passed.increment();
      return;
    }
    failed.increment();
    if (failed.sum() <= MOST_SHOWN) {
      kept.add(problem.get());
    }
  }

  public long passed() {
    return passed.sum();
  }

  public long failed() {
    return failed.sum();
  }

  /** Passes on the kept problems that were not passed on yet. */
  public void showNew(Consumer<String> show) {
    for (String problem = kept.poll(); problem != null; problem = kept.poll()) {
      show.accept(problem);
    }
  }
}
