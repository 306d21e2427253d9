package jackfield.shell.command;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.List;

/** Reports a command that does not exist, or one with missing, surplus or misspelt arguments. */
public final class Misuse extends JackfieldException {
  private static final long serialVersionUID = 1;
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
        nearest,
        usage,
        usage.isEmpty() ? "help, which lists the commands" : "help " + command);
  }

  private Misuse(
      String command,
      String problem,
      String open,
      List<String> nearest,
      List<String> usage,
      String remedy) {
    super(
        new ErrorText(
                problem + (nearest.isEmpty() ? "" : ", did you mean " + nearest.getFirst() + "?"))
            .part("open", open)
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
        List.of(),
        List.of(),
        "'"
            + word
            + "' in quotes, if no files are meant; the shell has no $?: a line that fails"
            + " ends a script");
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
        Unclosed.text(Unclosed.in(command, firstLine)),
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
