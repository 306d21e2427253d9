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
 * Completes the names of commands, and their arguments through a hidden command. For {@code table}
 * that is {@code __table}, which returns the candidates as a collection of strings. Without such a
 * command it completes file names.
 */
public record CommandCompleter(CommandSession session) implements Completer {

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    Stream<String> words =
        line.wordIndex() == 0 ? commandNames() : arguments(line.words().getFirst(), line);
    words.map(Candidate::new).forEach(candidates::add);
  }

  private Stream<String> commandNames() {
    return Commands.all(session).stream()
        .filter(command -> !Commands.isHidden(command))
        .map(command -> {
          String plain = Commands.plainName(command);
          boolean isFirst = Commands.resolve(session, plain).equals(Optional.of(command));
          return isFirst ? plain : command;
        });
  }

  private Stream<String> arguments(String name, ParsedLine line) {
    Optional<String> command = Commands.resolve(session, name);
    Optional<String> helper =
        command
            .map(c -> c.replace(":", ":__"))
            .filter(hidden -> Commands.all(session).contains(hidden));
    return helper
        .map(this::ask)
        .orElseGet(() -> new FileNames(session.currentDir()).beginning(line.word()));
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
