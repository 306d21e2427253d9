package jackfield.launcher;

import java.util.Optional;

/**
 * The property of the JVM with the number of threads of a loop, which {@code --threads} of the
 * start script sets. It is checked before the platform starts; the class {@code Parallel} of the
 * platform reads it. The launcher shares no class with bundles, so name and limit are here once
 * more.
 */
final class ThreadsProperty {
  static final String NAME = "jackfield.threads";
  private static final int MOST = 1024;

  private ThreadsProperty() {}

  /** Returns what is wrong with the value, and what to try; empty if it is right or null. */
  static Optional<String> problem(String value) {
    if (value == null || isNumberOfThreads(value.strip())) {
      return Optional.empty();
    }
    return Optional.of(
        "-D%s must be a number from 1 to %d, found '%s'%n  try  ./jackfield --threads 4 VERB"
            .formatted(NAME, MOST, value));
  }

  private static boolean isNumberOfThreads(String value) {
    try {
      int threads = Integer.parseInt(value);
      return threads >= 1 && threads <= MOST;
    } catch (NumberFormatException _) {
      return false;
    }
  }
}
