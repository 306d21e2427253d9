package jackfield.dispatcher.impl.table;

import java.time.Duration;

/**
 * When a bundle whose kernels fail is cut off: after {@code failures} of them {@code within} a
 * time; never if that is 0.
 *
 * @param failures how many
 * @param within the time
 */
public record BreakerPolicy(int failures, Duration within) {
  /** Cuts nobody off. */
  public static final BreakerPolicy OFF = new BreakerPolicy(0, Duration.ZERO);

  /** Returns whether bundles are cut off at all. */
  public boolean isOn() {
    return failures > 0;
  }
}
