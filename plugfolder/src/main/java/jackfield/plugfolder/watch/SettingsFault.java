package jackfield.plugfolder.watch;

/** Why a file of settings cannot be followed, and where in it. */
final class SettingsFault extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  /** Takes what is wrong with the whole file. */
  SettingsFault(String found) {
    this(0, 0, found);
  }

  /** Takes what is wrong at a place, counted from 1; 0 where that is not known. */
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

  /** Returns the place, if it is known, and what is wrong there. */
  String found() {
    String place = line == 0 ? "" : "line " + line + (column == 0 ? "" : ", column " + column);
    return place.isEmpty() ? getMessage() : place + ": " + getMessage();
  }
}
