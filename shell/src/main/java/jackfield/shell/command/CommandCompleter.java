package jackfield.shell.command;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandSession;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completes the names of commands, their options, and their arguments through a hidden command. For
 * {@code table} that is {@code __table}, which returns the candidates as a collection of strings.
 *
 * <p>An operand {@code FILE} completes the names of files too, and so does a command without a
 * hidden one. In a word with {@code |}, such as a key set, the part after the last one is
 * completed. The commands of other scopes are offered when a letter or their scope was typed.
 */
public record CommandCompleter(CommandSession session) implements Completer {
  private static final String OWN = "jackfield";

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    Stream<String> words =
        line.wordIndex() == 0
            ? commandNames(line.word())
            : arguments(line.words().getFirst(), line);
    words.distinct().map(CommandCompleter::candidate).forEach(candidates::add);
  }

  /** Returns a candidate; after a folder or a scope the word goes on. */
  private static Candidate candidate(String word) {
    boolean isComplete = !word.endsWith("/") && !word.endsWith(":");
    return new Candidate(word, word, null, null, null, null, isComplete);
  }

  private Stream<String> commandNames(String typed) {
    List<String> all =
        Commands.all(session).stream().filter(command -> !Commands.isHidden(command)).toList();
    if (typed.contains(":")) {
      return all.stream();
    }
    Stream<String> scopes =
        all.stream().map(Commands::scope).filter(scope -> !scope.equals(OWN)).map(s -> s + ":");
    Stream<String> plain =
        all.stream()
            .filter(command -> !typed.isEmpty() || Commands.scope(command).equals(OWN))
            .map(Commands::plainName);
    return Stream.concat(plain, scopes);
  }

  private Stream<String> arguments(String name, ParsedLine line) {
    Optional<String> command = Commands.resolve(session, name);
    List<Usage> forms = command.map(c -> Usage.of(session, c)).orElse(List.of());
    String word = line.word();
    if (word.startsWith("-")) {
      return forms.stream().flatMap(Usage::optionNames);
    }
    Optional<String> helper =
        command
            .map(c -> c.replace(":", ":__"))
            .filter(hidden -> Commands.all(session).contains(hidden));
    int operand = Usages.operands(line.words().subList(0, line.wordIndex()), forms).size();
    boolean wantsFile = forms.stream().anyMatch(form -> form.isFile(operand));
    Stream<String> files =
        helper.isEmpty() || wantsFile
            ? new FileNames(session.currentDir()).beginning(word)
            : Stream.empty();
    String before = word.substring(0, word.lastIndexOf('|') + 1);
    Stream<String> words = helper.stream().flatMap(this::ask).map(offer -> before + offer);
    return Stream.concat(words, files);
  }

  private Stream<String> ask(String helper) {
    try {
      return strings(session.execute(helper));
    } catch (Exception failure) { // the edge of the command's bundle: Tab must not end the shell
      return Stream.empty();
    }
  }

  private static Stream<String> strings(Object words) {
    return switch (words) {
      case null -> Stream.empty();
      case Collection<?> several -> several.stream().map(String::valueOf);
      case Object array when array.getClass().isArray() ->
          IntStream.range(0, Array.getLength(array))
              .mapToObj(i -> String.valueOf(Array.get(array, i)));
      default -> Stream.of(words.toString());
    };
  }
}
