package jackfield.tools.fuzz.operator;

import java.util.regex.Pattern;

/**
 * A call that did what the oracle forbids.
 *
 * @param kind in a few words, the same for all failures of a cause
 * @param says what was found
 * @param call what to repeat
 */
public record Failure(String kind, String says, Case call) {
  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*\\R\\s*");

  /** Returns what failures of one cause have in common. */
  public String title() {
    return call.operator() + ": " + kind;
  }

  /** Returns the failure for people, with the lines that repeat it. */
  String text() {
    return "// %s%n// %s%n%s"
        .formatted(title(), LINE_BREAKS.matcher(says).replaceAll(" / "), JavaLines.of(call));
  }
}
