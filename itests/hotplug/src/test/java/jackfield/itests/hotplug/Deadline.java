package jackfield.itests.hotplug;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a state instead of a time; whoever waits in vain fails with what was missing. */
final class Deadline {
  static final int SECONDS = 60; // for a machine that has other work as well
  private static final long LOOK_NANOS = 200_000;

  private Deadline() {}

  static void await(String state, BooleanSupplier isReached) {
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    while (!isReached.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within %d s: %s".formatted(SECONDS, state));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
