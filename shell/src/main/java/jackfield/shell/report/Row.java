package jackfield.shell.report;

import java.util.List;

/** One of the things that a command found; its fields are methods, for {@code each}. */
public interface Row {
  /** Returns what a grid shows of it; the first cell names it. */
  List<String> cells();

  /** Returns the row on a line of its own. */
  default String line() {
    return String.join("  ", cells()).strip();
  }
}
