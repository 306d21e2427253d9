package jackfield.plugfolder.watch;

/** The fault of a file of settings, with its position. */
final class SettingsFault extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  /** Creates a fault of the whole file. */
  SettingsFault(String found) {
    this(0, 0, found);
  }

  /** Creates a fault at a line and column, counted from 1; 0 if unknown. */
  SettingsFault(int line, int column, String found) {
    super(found);
    this.line = line;
    this.column = column;
  }

  int line() {
    return line;
  }

  int column() {
    return column;
  }

  /** Returns the position, if known, and the fault. */
  String found() {
    String position = line == 0 ? "" : "line " + line + (column == 0 ? "" : ", column " + column);
    return position.isEmpty() ? getMessage() : position + ": " + getMessage();
  }
}
