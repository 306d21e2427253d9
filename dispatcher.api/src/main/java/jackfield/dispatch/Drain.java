package jackfield.dispatch;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * The wait for all calls that began before something was withdrawn.
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
   * @param since when the drain began: it has been inside for longer than that
   * @param stack where it is
   */
  record Inside(String thread, String operator, Instant since, List<StackTraceElement> stack) {
    /** Returns in words who is inside what, and how long at least. */
    public String text() {
      String where = operator.isEmpty() ? "a pinned region" : operator;
      double seconds = Duration.between(since, Instant.now()).toMillis() / 1e3;
      return String.format(
          Locale.ROOT, "thread %s is inside %s for more than %.1f s", thread, where, seconds);
    }

    /** Returns the same with the stack, a frame a line. */
    public String textWithStack() {
      return stack.stream().map(frame -> "\n  at " + frame).collect(joining("", text(), ""));
    }
  }

  /** Waits for {@link #DEADLINE} at most and returns whether nobody is inside any more. */
  default boolean await() {
    return await(DEADLINE);
  }

  /** Waits for {@code deadline} at most and returns whether nobody is inside any more. */
  boolean await(Duration deadline);

  /** Returns whether nobody was inside when last looked. */
  boolean isDone();

  /** Returns who is inside now. */
  List<Inside> inside();

  /** Returns a future that completes when nobody is inside any more. */
  CompletableFuture<Void> completion();
}
