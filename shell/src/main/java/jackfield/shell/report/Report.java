package jackfield.shell.report;

/** The result of an inspection command: text for users, values for programs. */
public interface Report {
  /** Returns the whole text. */
  String text();

  /** Returns a summary on one line. */
  String line();

  /** Returns the content for JSON: a list, a map or a record of plain values. */
  Object json();
}
