package jackfield.tools.fuzz.run;

/**
 * A failure on one line, as a child process reports it.
 *
 * @param title the title, which failures of one cause share
 * @param text the failure as readable text
 */
public record Message(String title, String text) {
  private static final String MARK = "\u0001failed\t";
  private static final String BREAK = "\u0002";

  /** Returns the line. */
  public String line() {
    return MARK + title + "\t" + text.replace("\n", BREAK);
  }

  /** Returns the failure in {@code line}, or null if the line is no failure. */
  public static Message read(String line) {
    if (!line.startsWith(MARK)) {
      return null;
    }
    String[] parts = line.substring(MARK.length()).split("\t", 2);
    return new Message(parts[0], parts[1].replace(BREAK, "\n"));
  }
}
