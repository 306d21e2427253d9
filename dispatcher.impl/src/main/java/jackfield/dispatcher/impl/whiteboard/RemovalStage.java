package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatcher.impl.operator.Deadline;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** One stage of the removal of a bundle, which may take time. */
public interface RemovalStage {
  /** The interval between checks for cancellation. */
  Duration LOOK = Duration.ofMillis(20);

  /** Prepares the wait; by default nothing. */
  default void begin() {}

  /** Waits for the end of the stage, at most {@code slice}; returns whether it ended. */
  boolean await(Duration slice);

  /**
   * Waits for the end of the stage.
   *
   * @param deadline the longest wait; null for none
   * @return false at the deadline, after an interrupt, or when cancelled
   */
  default boolean await(Duration deadline, BooleanSupplier isCancelled) {
    long start = System.nanoTime();
    while (!isCancelled.getAsBoolean()) {
      long passed = System.nanoTime() - start;
      long left = deadline == null ? Long.MAX_VALUE : Deadline.nanos(deadline) - passed;
      if (await(Duration.ofNanos(Math.clamp(left, 0, LOOK.toNanos())))) {
        return true;
      }
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    giveUp();
    return false;
  }

  /** Called when the wait ends before the stage; another wait may follow. */
  default void giveUp() {}

  /** Returns why the bundle is resident while the stage lasts. */
  String reason();

  /** Returns the stack traces of the threads that are waited for, if known. */
  default String stacks() {
    return "";
  }

  /** Returns a stage without a wait, whose action may throw to refuse. */
  static RemovalStage instant(Runnable action) {
    return new RemovalStage() {
      @Override
      public void begin() {
        action.run();
      }

      @Override
      public boolean await(Duration slice) {
        return true;
      }

      @Override
      public String reason() {
        return "";
      }
    };
  }
}
