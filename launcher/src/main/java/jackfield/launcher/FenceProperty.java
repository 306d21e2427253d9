package jackfield.launcher;

import java.util.Optional;

/**
 * The property of the JVM that chooses which side of the epochs' protocol fences. The class {@code
 * FenceProperty} of the platform reads it; see {@link ThreadsProperty} for why it is checked here.
 */
final class FenceProperty {
  static final String NAME = "jackfield.fence";

  private FenceProperty() {}

  /** Returns what is wrong with the value, and what to try; empty if it is right or null. */
  static Optional<String> problem(String value) {
    if (value == null || value.equals("membarrier") || value.equals("readers")) {
      return Optional.empty();
    }
    return Optional.of(
        "-D%s must be membarrier or readers, found '%s'%n  try  -D%s=readers, or no such flag"
            .formatted(NAME, value, NAME));
  }
}
