package jackfield.dispatch;

import java.time.Duration;
import java.util.List;
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
   * @param stack where it is
   */
  record Inside(String thread, String operator, List<StackTraceElement> stack) {}

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
