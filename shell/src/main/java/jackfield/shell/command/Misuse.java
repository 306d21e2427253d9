package jackfield.shell.command;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.felix.gogo.runtime.SyntaxError;

/** Reports a command that does not exist, or one with missing, surplus or misspelt arguments. */
public final class Misuse extends JackfieldException {
  private static final long serialVersionUID = 1;
  private static final Pattern LIST_OF_NULL =
      Pattern.compile("\\[\\s*(null|\\$[^\\s\\]]*)(?=[\\s\\]])");
  private final String command;
  private final String problem;
  private final transient List<String> nearest;
  private final transient List<String> usage;

  /**
   * Creates the error.
   *
   * @param command the command as it was typed
   * @param problem what is wrong with it
   * @param nearest the options or commands of similar names
   * @param usage the forms of the command; empty if there is no such command
   */
  Misuse(String command, String problem, List<String> nearest, List<String> usage) {
    this(
        command,
        problem,
        "",
        "",
        nearest,
        usage,
        usage.isEmpty() ? "help, which lists the commands" : "help " + command);
  }

  private Misuse(
      String command,
      String problem,
      String label,
      String place,
      List<String> nearest,
      List<String> usage,
      String remedy) {
    super(
        new ErrorText(
                problem + (nearest.isEmpty() ? "" : ", did you mean " + nearest.getFirst() + "?"))
            .part(label, place)
            .part("usage", String.join("\n", usage))
            .part("try", remedy)
            .toString());
    this.command = command;
    this.problem = problem;
    this.nearest = List.copyOf(nearest);
    this.usage = List.copyOf(usage);
  }

  /** Returns the error for a word with wildcards that no file matches. */
  static Misuse noFile(String word) {
    return new Misuse(
        word,
        "no file matches " + word,
        "",
        "",
        List.of(),
        List.of(),
        "'"
            + word
            + "' in quotes, if no files are meant; the shell has no $?: a line that fails"
            + " ends a script");
  }

  /** Returns the error for a list that begins with null, which Gogo fails on. */
  static Misuse listOfNull(String command) {
    Matcher first = LIST_OF_NULL.matcher(command);
    String place =
        first.find()
            ? "%s at character %d of the command".formatted(first.group(1), first.start(1) + 1)
            : "";
    return new Misuse(
        command,
        "a list begins with null, and cannot be read",
        "found",
        place,
        List.of(),
        List.of(),
        "None for no value, or a variable that is set");
  }

  /** Returns the error for a token that Gogo does not expect. */
  static Misuse unexpected(String command, SyntaxError error) {
    return new Misuse(
        command,
        "the command cannot be read: " + error.getMessage(),
        "found",
        "line %d, column %d of the command".formatted(error.line() + 1, error.column() + 1),
        List.of(),
        List.of(),
        "an opening bracket for each closing one, or the characters in quotes");
  }

  /**
   * Returns the error for a command that ends inside of brackets or quotes.
   *
   * @param firstLine the number of its first line
   */
  static Misuse unfinished(String command, int firstLine) {
    return new Misuse(
        command,
        "the command ends inside of brackets, quotes or a comment",
        "open",
        UnclosedDelimiter.text(UnclosedDelimiter.in(command, firstLine)),
        List.of(),
        List.of(),
        "a closing bracket for each [, ( and {, a second quote for each, and */ for each /*");
  }

  /** Returns the command as it was typed. */
  public String command() {
    return command;
  }

  /** Returns what is wrong. */
  public String problem() {
    return problem;
  }

  /** Returns the similar options or commands, the nearest first. */
  public List<String> nearest() {
    return nearest;
  }

  /** Returns the forms of the command. */
  public List<String> usage() {
    return usage;
  }
}
