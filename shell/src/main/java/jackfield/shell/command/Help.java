package jackfield.shell.command;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;

/** Prints the help texts that the commands of a session have in {@link Descriptor}. */
public record Help(CommandSession session) {
  private static final String OWN = "jackfield";

  String overview() {
    String scopes =
        commands()
            .map(Commands::scope)
            .distinct()
            .filter(scope -> !scope.equals(OWN))
            .collect(Collectors.joining(", "));
    return list(OWN) + "\n\nhelp COMMAND explains one; help SCOPE lists the others: " + scopes;
  }

  public String about(String name) {
    if (commands().anyMatch(command -> Commands.scope(command).equals(name))) {
      return list(name);
    }
    return Commands.resolve(session, name)
        .map(this::explain)
        .orElseThrow(
            () -> new IllegalArgumentException("no command or scope '" + name + "' · try help"));
  }

  List<String> topics() {
    return commands()
        .flatMap(command -> Stream.of(Commands.scope(command), Commands.plainName(command)))
        .distinct()
        .toList();
  }

  private Stream<String> commands() {
    return new TreeSet<>(Commands.all(session)).stream().filter(c -> !Commands.isHidden(c));
  }

  private String list(String scope) {
    return commands()
        .filter(command -> Commands.scope(command).equals(scope))
        .map(command -> "%-12s %s".formatted(Commands.plainName(command), says(command)))
        .collect(Collectors.joining("\n"));
  }

  private String says(String command) {
    return Usage.of(session, command).stream()
        .map(Usage::says)
        .filter(says -> !says.isEmpty())
        .findFirst()
        .orElse("");
  }

  private String explain(String command) {
    List<Usage> forms = Usage.of(session, command);
    Stream<String> usages = forms.stream().map(Help::explain);
    Stream<String> examples =
        forms.stream().flatMap(form -> form.examples().stream()).map(line -> "  example: " + line);
    return Stream.concat(usages, examples).collect(Collectors.joining("\n"));
  }

  private static String explain(Usage form) {
    return Stream.concat(
            Stream.of("%-30s %s".formatted(form.line(), form.says()).stripTrailing()),
            form.taken()
                .filter(taken -> !taken.says().isEmpty())
                .map(taken -> "  %-28s %s".formatted(taken.shape(), taken.says())))
        .collect(Collectors.joining("\n"));
  }
}
