package jackfield.launcher;

import java.util.Locale;

/**
 * The result of one check of the doctor.
 *
 * @param remedy what the user can do; empty if nothing is missing
 */
record Finding(State state, String subject, String found, String remedy) {
  /** The severity of a finding. */
  enum State {
    /** Present and usable. */
    OK,
    /** Absent, but nothing fails without it. */
    ABSENT,
    /** Missing: some request fails until it is added. */
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
