package jackfield.dispatch;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The wait for all calls that began before something was withdrawn. A call may go anywhere as long
 * as it lasts, so that calls of other bundles' kernels are waited for as well: one that does not
 * return holds up all who leave after it began. {@link #inside} says whose kernel it is in.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface Drain {
  /** How long {@link #await()} waits. */
  Duration DEADLINE = Duration.ofSeconds(10);

  /**
   * A thread that is still inside.
   *
   * @param thread its name
   * @param operator the operator of its outermost call; empty for a pinned region
   * @param bundle the bundle whose kernel it is in, with its version, which need not be the one
   *     that leaves; empty if it is in none, or that is not known
   * @param since when the drain began: it has been inside for longer than that
   * @param stack where it is
   */
  record Inside(
      String thread, String operator, String bundle, Instant since, List<StackTraceElement> stack) {
    /** Returns in words who is inside what, in whose kernel, and how long at least. */
    public String text() {
      String call = operator.isEmpty() ? "a pinned region" : operator;
      String where = bundle.isEmpty() ? call : call + ", in a kernel of " + bundle + ",";
      double seconds = Duration.between(since, Instant.now()).toMillis() / 1e3;
      return String.format(
          Locale.ROOT, "thread %s is inside %s for more than %.1f s", thread, where, seconds);
    }

    /** Returns the same with the stack, a frame a line. */
    public String textWithStack() {
      return stack.stream().map(frame -> "\n  at " + frame).collect(joining("", text(), ""));
    }
  }

  /** Waits like {@link #await(Duration)} for {@link #DEADLINE} at most. */
  default boolean await() {
    return await(DEADLINE);
  }

  /**
   * Waits for {@code deadline} at most, or until the thread is interrupted, and returns whether
   * nobody is inside any more. An interrupted thread stays so, and if it is already it does not
   * wait.
   */
  boolean await(Duration deadline);

  /**
   * Waits for {@code deadline} at most, also if the thread is interrupted, and returns whether
   * nobody is inside any more; for those who free something afterwards and cannot do so later. An
   * interrupted thread is so again when this returns.
   */
  default boolean awaitUninterruptibly(Duration deadline) {
    long limit = TimeUnit.NANOSECONDS.convert(deadline);
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

  /** Returns whether nobody was inside when last looked. */
  boolean isDone();

  /** Returns who is inside now. */
  List<Inside> inside();

  /** Returns a future that completes when nobody is inside any more. */
  CompletableFuture<Void> completion();
}
