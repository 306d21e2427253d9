package jackfield.dispatch;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Waits for all calls that began before a withdrawal. A call may execute any kernel, so the drain
 * also waits for calls of other bundles' kernels. One call that does not return therefore delays
 * every later drain. {@link #inside} names the bundle whose kernel it executes.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface Drain {
  /** How long {@link #await()} waits. */
  Duration DEADLINE = Duration.ofSeconds(10);

  /**
   * A thread that the drain waits for.
   *
   * @param thread its name
   * @param operator the operator of its outermost call; empty for a pinned region
   * @param bundle the bundle whose kernel it executes, with its version; it may differ from the
   *     bundle being removed; empty if there is none or it is not known
   * @param since when the drain began: the thread has been inside for longer
   * @param stack its stack trace
   */
  record Inside(
      String thread, String operator, String bundle, Instant since, List<StackTraceElement> stack) {
    /**
     * Returns in words which thread executes which operator and kernel, and for how long at least.
     */
    public String text() {
      String call = operator.isEmpty() ? "a pinned region" : operator;
      String where = bundle.isEmpty() ? call : call + ", in a kernel of " + bundle + ",";
      double seconds = Duration.between(since, Instant.now()).toMillis() / 1e3;
      return String.format(
          Locale.ROOT, "thread %s is inside %s for more than %.1f s", thread, where, seconds);
    }

    /** Returns the same with the stack, one frame per line. */
    public String textWithStack() {
      return stack.stream().map(frame -> "\n  at " + frame).collect(joining("", text(), ""));
    }
  }

  /** Waits like {@link #await(Duration)} for {@link #DEADLINE} at most. */
  default boolean await() {
    return await(DEADLINE);
  }

  /**
   * Waits for {@code deadline} at most, or until the thread is interrupted. It returns whether all
   * calls have ended. It keeps the interrupt status, and a thread already interrupted does not
   * wait. A negative deadline counts as zero.
   */
  boolean await(Duration deadline);

  /**
   * Waits for {@code deadline} at most, even if the thread is interrupted. It returns whether all
   * calls have ended, and restores the interrupt status. It is for callers that must free memory
   * afterwards and cannot do so later.
   */
  default boolean awaitUninterruptibly(Duration deadline) {
    long limit = Math.max(0, TimeUnit.NANOSECONDS.convert(deadline)); // else it could overflow
    long start = System.nanoTime();
    boolean wasInterrupted = Thread.interrupted();
    try {
      while (true) {
        long left = Math.max(0, limit - (System.nanoTime() - start));
        boolean isOutside = await(Duration.ofNanos(left));
        if (isOutside || !Thread.interrupted()) {
          return isOutside;
        }
        wasInterrupted = true;
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether all calls had ended at the last check. */
  boolean isDone();

  /** Returns the threads that the drain waits for now. */
  List<Inside> inside();

  /** Returns a future that completes when all calls have ended. */
  CompletableFuture<Void> completion();
}
