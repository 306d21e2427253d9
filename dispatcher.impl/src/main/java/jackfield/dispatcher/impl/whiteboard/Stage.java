package jackfield.dispatcher.impl.whiteboard;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** One of the things that a bundle on its way out is waited for. */
public interface Stage {
  /** How often is looked whether it is called off. */
  Duration LOOK = Duration.ofMillis(20);

  /** What has to be done before the wait; by default nothing. */
  default void begin() {}

  /** Waits until it is over, for at most {@code slice}; returns whether it is. */
  boolean await(Duration slice);

  /**
   * Waits until it is over; false at the deadline, when interrupted, or when called off.
   *
   * @param deadline null for none
   */
  default boolean await(Duration deadline, BooleanSupplier isCalledOff) {
    long start = System.nanoTime();
    while (!isCalledOff.getAsBoolean()) {
      long passed = System.nanoTime() - start;
      long left = deadline == null ? Long.MAX_VALUE : deadline.toNanos() - passed;
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

  /** Called when nobody waits any more before it is over; it may be waited for again. */
  default void giveUp() {}

  /** Returns why the bundle is resident as long as it is not over. */
  String reason();

  /** Returns the stacks of those who are waited for, each on lines of its own, if that is known. */
  default String stacks() {
    return "";
  }

  /** Returns a stage that lasts no time, and may refuse to begin. */
  static Stage instant(Runnable action) {
    return new Stage() {
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
