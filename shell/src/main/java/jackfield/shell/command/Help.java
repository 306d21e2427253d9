package jackfield.shell.command;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.gogo.runtime.CommandProxy;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;

/** Prints the help texts that the commands of a session have in {@link Descriptor}. */
public record Help(CommandSession session) {
  private static final String OWN = "jackfield";

  String overview() {
    String scopes =
        commands()
            .map(Help::scope)
            .distinct()
            .filter(scope -> !scope.equals(OWN))
            .collect(Collectors.joining(", "));
    return list(OWN) + "\n\nhelp COMMAND explains one; help SCOPE lists the others: " + scopes;
  }

  public String about(String name) {
    if (commands().anyMatch(command -> scope(command).equals(name))) {
      return list(name);
    }
    return Commands.resolve(session, name)
        .map(this::explain)
        .orElseThrow(
            () -> new IllegalArgumentException("no command or scope '" + name + "' · try help"));
  }

  List<String> topics() {
    return commands()
        .flatMap(command -> Stream.of(scope(command), Commands.plainName(command)))
        .distinct()
        .toList();
  }

  private Stream<String> commands() {
    return new TreeSet<>(Commands.all(session)).stream().filter(c -> !Commands.isHidden(c));
  }

  private static String scope(String command) {
    return command.substring(0, command.indexOf(':'));
  }

  private String list(String scope) {
    return commands()
        .filter(command -> scope(command).equals(scope))
        .map(command -> "%-12s %s".formatted(Commands.plainName(command), says(command)))
        .collect(Collectors.joining("\n"));
  }

  private String says(String command) {
    return methods(command).stream()
        .map(method -> method.getAnnotation(Descriptor.class))
        .filter(descriptor -> descriptor != null)
        .map(Descriptor::value)
        .findFirst()
        .orElse("");
  }

  private String explain(String command) {
    Stream<String> usages = methods(command).stream().map(method -> explain(command, method));
    Stream<String> examples =
        methods(command).stream()
            .map(method -> method.getAnnotation(Example.class))
            .filter(example -> example != null)
            .flatMap(example -> Arrays.stream(example.value()))
            .map(line -> "  example: " + line);
    return Stream.concat(usages, examples).collect(Collectors.joining("\n"));
  }

  private static String explain(String command, Method method) {
    String usage =
        Commands.plainName(command)
            + parameters(method).map(p -> " " + p.shape()).collect(Collectors.joining());
    String says =
        Optional.ofNullable(method.getAnnotation(Descriptor.class))
            .map(Descriptor::value)
            .orElse("");
    return Stream.concat(
            Stream.of("%-30s %s".formatted(usage, says).stripTrailing()),
            parameters(method)
                .filter(p -> !p.says().isEmpty())
                .map(p -> "  %-28s %s".formatted(p.shape(), p.says())))
        .collect(Collectors.joining("\n"));
  }

  private record Taken(String shape, String says) {}

  private static Stream<Taken> parameters(Method method) {
    return Arrays.stream(method.getParameters())
        .filter(parameter -> parameter.getType() != CommandSession.class)
        .map(parameter -> {
          Parameter flag = parameter.getAnnotation(Parameter.class);
          Descriptor says = parameter.getAnnotation(Descriptor.class);
          return new Taken(
              flag == null
                  ? parameter.getName().toUpperCase(Locale.ROOT)
                  : "[" + String.join("|", flag.names()) + "]",
              says == null ? "" : says.value());
        });
  }

  private Collection<Method> methods(String command) {
    if (!(session.get(command) instanceof CommandProxy proxy)) {
      return List.of();
    }
    String name = Commands.plainName(command);
    try {
      return Arrays.stream(proxy.getTarget().getClass().getMethods())
          .filter(method -> method.getName().equals(name) || method.getName().equals("_" + name))
          .sorted(
              Comparator.comparingInt(
                  Method::getParameterCount)) // reflection returns methods in any order
          .toList();
    } finally {
      proxy.ungetTarget();
    }
  }
}
