package jackfield.shell.report;

/** What an inspection command found: text for people, values for programs. */
public interface Report {
  /** Returns all of it. */
  String text();

  /** Returns what it is, on one line. */
  String line();

  /** Returns what its JSON says: a list, a map or a record of plain values. */
  Object json();
}
