package jackfield.tools.fuzz.operator;

/**
 * A failure on one line, as the child tells it.
 *
 * @param title what failures of one cause have in common
 * @param text the failure for people
 */
public record Message(String title, String text) {
  private static final String MARK = "\u0001failed\t";
  private static final String BREAK = "\u0002";

  static Message of(Failure failure) {
    return new Message(failure.title(), failure.text());
  }

  /** Returns the line that tells it. */
  public String line() {
    return MARK + title + "\t" + text.replace("\n", BREAK);
  }

  /** Returns the failure that {@code line} tells, or null if it is anything else. */
  static Message read(String line) {
    if (!line.startsWith(MARK)) {
      return null;
    }
    String[] parts = line.substring(MARK.length()).split("\t", 2);
    return new Message(parts[0], parts[1].replace(BREAK, "\n"));
  }
}
