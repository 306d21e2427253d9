package jackfield.shell.report;

import java.util.List;

/** A row of a command's result; its fields are methods, for {@code each}. */
public interface Row {
  /** Returns its cells in a grid; the first is its name. */
  List<String> cells();

  /** Returns the row on a line of its own. */
  default String line() {
    return String.join("  ", cells()).strip();
  }
}
