package jackfield.launcher;

import java.util.Locale;

/**
 * One thing the doctor looked at.
 *
 * @param remedy what to do about it; empty where nothing is missing
 */
record Finding(State state, String subject, String found, String remedy) {
  /** How much it matters. */
  enum State {
    /** There, and fit for use. */
    OK,
    /** Absent, and nothing fails without it. */
    ABSENT,
    /** Something asked for will fail until it is mended. */
    MISSING
  }

  static Finding ok(String subject, String found) {
    return new Finding(State.OK, subject, found, "");
  }

  static Finding absent(String subject, String found, String remedy) {
    return new Finding(State.ABSENT, subject, found, remedy);
  }

  static Finding missing(String subject, String found, String remedy) {
    return new Finding(State.MISSING, subject, found, remedy);
  }

  @Override
  public String toString() {
    String line = "%-8s %-12s %s".formatted(state.name().toLowerCase(Locale.ROOT), subject, found);
    return remedy.isEmpty() ? line : line + "%n%-8s %-12s try  %s".formatted("", "", remedy);
  }
}
