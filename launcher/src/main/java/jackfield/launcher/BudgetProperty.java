package jackfield.launcher;

import java.util.Optional;

/**
 * The property of the JVM with the most bytes that tensors take from the system. The class {@code
 * HostMemory} of the platform reads it; see {@link ThreadsProperty} for why it is checked here.
 */
final class BudgetProperty {
  static final String NAME = "jackfield.memory.budget";
  private static final long LEAST_BYTES = 1 << 20;

  private BudgetProperty() {}

  /** Returns what is wrong with the value, and what to try; empty if it is right or null. */
  static Optional<String> problem(String value) {
    if (value == null || isBudget(value.strip())) {
      return Optional.empty();
    }
    return Optional.of(
        "-D%s must be a number of bytes from %d, found '%s'%n  try  -D%s=%d, or no such flag"
            .formatted(NAME, LEAST_BYTES, value, NAME, 1L << 30));
  }

  private static boolean isBudget(String value) {
    try {
      return Long.decode(value) >= LEAST_BYTES;
    } catch (NumberFormatException _) {
      return false;
    }
  }
}
