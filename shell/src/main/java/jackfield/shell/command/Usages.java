package jackfield.shell.command;

import jackfield.error.SimilarNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.felix.gogo.runtime.CommandNotFoundException;
import org.apache.felix.gogo.runtime.Expander;
import org.apache.felix.gogo.runtime.Parser;
import org.apache.felix.gogo.runtime.Parser.Statement;
import org.apache.felix.gogo.runtime.Reflective;
import org.apache.felix.service.command.CommandSession;

/**
 * Explains a command that was called with the wrong arguments. It works for all commands alike: it
 * compares the words of the line with the methods of the command's object.
 *
 * <p>Gogo reports that no method takes the arguments, but not which arguments they were; it reports
 * nothing if the output of the command goes into a pipe. A method with a variable number of
 * arguments takes a misspelt option as one of them. Therefore {@link #check} runs before the line.
 */
record Usages(CommandSession session) {
  private static final String OWN = "jackfield:";
  // Gogo replaces these words by others, and their number is not known before it does.
  private static final Pattern EXPANDED = Pattern.compile("[$*?{~]");
  private static final Pattern REFUSED = Pattern.compile("Cannot coerce ([^(]+)\\(.*");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?"); // $x or ${x}

  /**
   * Checks the platform's own commands in a line, as far as their words are known before it runs.
   *
   * @throws Misuse if a command does not have an option, or takes more or fewer arguments
   */
  void check(String line) {
    for (Statement statement : statements(line)) {
      Commands.resolve(session, words(statement).getFirst())
          .filter(command -> command.startsWith(OWN))
          .flatMap(command -> known(statement, Usage.of(session, command)))
          .ifPresent(misuse -> {
            throw misuse;
          });
    }
  }

  private static Optional<Misuse> known(Statement statement, List<Usage> forms) {
    if (forms.isEmpty()) {
      return Optional.empty();
    }
    boolean isNumberKnown = words(statement).stream().noneMatch(EXPANDED.asPredicate());
    return isNumberKnown ? wrong(statement, forms) : unknownOption(statement, forms);
  }

  /** Returns what a user should read in place of {@code failure}. */
  Exception explain(String line, Exception failure) {
    if (failure instanceof CommandNotFoundException unknown) {
      return unknownCommand(unknown.getCommand());
    }
    if (failure instanceof IOException && isOf(Expander.class, failure)) {
      return Misuse.noFile(failure.getMessage().replaceFirst("^no matches found: ", ""));
    }
    return refused(failure)
        .flatMap(name -> Commands.resolve(session, name))
        .<Exception>map(command -> wrongArguments(line, command))
        .orElse(failure);
  }

  /**
   * Returns what a user should read if a command failed since it got null: Gogo passes that for the
   * word {@code null}, and for a variable that is not set.
   */
  Exception explainNull(String line, NullPointerException failure) {
    return statements(line).stream()
        .flatMap(statement -> nullWord(statement).stream())
        .<Exception>map(Function.identity())
        .findFirst()
        .orElse(failure);
  }

  private Optional<Misuse> nullWord(Statement statement) {
    List<String> words = words(statement);
    Optional<String> empty = words.stream().skip(1).filter(this::isNull).findFirst();
    return Commands.resolve(session, words.getFirst())
        .filter(command -> command.startsWith(OWN))
        .flatMap(command ->
            empty.map(word ->
                misuse(Usage.of(session, command), word + " stands for no value", List.of())));
  }

  private boolean isNull(String word) {
    Matcher variable = VARIABLE.matcher(word);
    return word.equals("null") || (variable.matches() && session.get(variable.group(1)) == null);
  }

  private Misuse unknownCommand(String name) {
    List<String> names =
        Commands.all(session).stream()
            .filter(Predicate.not(Commands::isHidden))
            .map(Commands::plainName)
            .distinct()
            .toList();
    return new Misuse(name, "no command '" + name + "'", SimilarNames.to(name, names), List.of());
  }

  // Gogo has no exception of its own for this; the class that threw it tells it from a command's.
  private static Optional<String> refused(Exception failure) {
    if (!(failure instanceof IllegalArgumentException) || !isOf(Reflective.class, failure)) {
      return Optional.empty();
    }
    Matcher text = REFUSED.matcher(failure.getMessage());
    return text.matches() ? Optional.of(text.group(1)) : Optional.empty();
  }

  private static boolean isOf(Class<?> thrower, Exception failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().equals(thrower.getName());
  }

  private Misuse wrongArguments(String line, String command) {
    List<Usage> forms = Usage.of(session, command);
    return statements(line).stream()
        .filter(statement ->
            Commands.resolve(session, words(statement).getFirst()).equals(Optional.of(command)))
        .flatMap(statement -> wrong(statement, forms).stream())
        .findFirst()
        .orElseGet(() -> misuse(forms, "an argument is of another type", List.of()));
  }

  private static Optional<Misuse> wrong(Statement statement, List<Usage> forms) {
    Optional<Misuse> option = unknownOption(statement, forms);
    if (option.isPresent()) {
      return option;
    }
    List<String> operands = operands(words(statement), forms);
    Usage least = forms.stream().min(Comparator.comparingInt(Usage::fewest)).orElseThrow();
    if (operands.size() < least.fewest()) {
      String missing = least.operands().get(operands.size()).names().getFirst();
      return Optional.of(misuse(forms, missing + " is missing", List.of()));
    }
    int most = forms.stream().mapToInt(Usage::most).max().orElseThrow();
    return operands.size() > most
        ? Optional.of(misuse(forms, operands.get(most) + " is one argument too many", List.of()))
        : Optional.empty();
  }

  private static Optional<Misuse> unknownOption(Statement statement, List<Usage> forms) {
    List<String> known = forms.stream().flatMap(Usage::optionNames).distinct().toList();
    if (known.isEmpty() && forms.stream().anyMatch(Usage::isOpen)) {
      return Optional.empty(); // the command itself reads such words, for example -inf
    }
    return words(statement).stream()
        .skip(1)
        .filter(word -> isOption(word) && !known.contains(word))
        .findFirst()
        .map(word -> misuse(forms, "there is no option " + word, SimilarNames.to(word, known)));
  }

  private static Misuse misuse(List<Usage> forms, String problem, List<String> nearest) {
    String name = forms.getFirst().name();
    return new Misuse(
        name, name + ": " + problem, nearest, forms.stream().map(Usage::line).toList());
  }

  /** Returns the words after the command that are neither options nor values of options. */
  static List<String> operands(List<String> words, List<Usage> forms) {
    List<Usage.Taken> options = forms.stream().flatMap(form -> form.options().stream()).toList();
    List<String> rest = new ArrayList<>();
    Iterator<String> left = words.stream().skip(1).iterator(); // after the command
    while (left.hasNext()) {
      String word = left.next();
      Optional<Usage.Taken> option =
          options.stream().filter(taken -> taken.names().contains(word)).findFirst();
      if (option.isEmpty()) {
        rest.add(word);
      } else if (!option.get().value().isEmpty() && left.hasNext()) {
        String _ = left.next(); // the option's value
      }
    }
    return rest;
  }

  /** Returns whether a word is an option rather than an operand such as {@code -1}. */
  private static boolean isOption(String word) {
    return word.matches("--?[A-Za-z].*");
  }

  private static List<String> words(Statement statement) {
    return statement.tokens().stream().map(Object::toString).toList();
  }

  /** Returns the statements of a line, also those within others; none if it cannot be parsed. */
  private static List<Statement> statements(String line) {
    try {
      Parser parser = new Parser(line);
      parser.program();
      return parser.statements().stream().filter(s -> !s.tokens().isEmpty()).toList();
    } catch (RuntimeException unfinished) { // Gogo reports it when it executes the line
      return List.of();
    }
  }
}
