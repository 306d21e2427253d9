package jackfield.dispatcher.impl.table;

import java.time.Duration;

/**
 * The threshold at which the circuit breaker withdraws a bundle's kernels: {@code failures} {@code
 * within} a time; never if {@code failures} is 0.
 *
 * @param failures the number of failures
 * @param within the time in which they happen
 */
public record BreakerPolicy(int failures, Duration within) {
  /** Never withdraws kernels. */
  public static final BreakerPolicy OFF = new BreakerPolicy(0, Duration.ZERO);

  /** Returns whether the circuit breaker is on. */
  public boolean isOn() {
    return failures > 0;
  }
}
