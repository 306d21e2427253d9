package jackfield.itests.hotplug.platform;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a state with a deadline; at the deadline it fails and names the missing state. */
public final class Deadline {
  public static final int SECONDS = 60; // generous, for a busy machine
  private static final long LOOK_NANOS = 200_000;

  private Deadline() {}

  public static void await(String state, BooleanSupplier isReached) {
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    while (!isReached.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within %d s: %s".formatted(SECONDS, state));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
