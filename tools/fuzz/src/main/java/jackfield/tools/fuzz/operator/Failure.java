package jackfield.tools.fuzz.operator;

import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.run.Message;
import java.util.regex.Pattern;

/**
 * A call that violated the oracle.
 *
 * @param kind the kind in a few words, the same for all failures of one cause
 * @param says what was found
 * @param call the call to repeat
 */
public record Failure(String kind, String says, Case call) {
  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*\\R\\s*");

  /** Returns the title, which failures of one cause share. */
  public String title() {
    return call.operator() + ": " + kind;
  }

  /** Returns the failure as a child process reports it. */
  Message message() {
    return new Message(title(), text());
  }

  /** Returns the failure as readable text, with the lines that repeat it. */
  String text() {
    return "// %s%n// %s%n%s"
        .formatted(title(), LINE_BREAKS.matcher(says).replaceAll(" / "), JavaLines.of(call));
  }
}
