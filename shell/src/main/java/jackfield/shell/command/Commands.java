package jackfield.shell.command;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.felix.gogo.runtime.CommandSessionImpl;
import org.apache.felix.service.command.CommandSession;

/** The commands of a session by their full names {@code scope:name}. */
final class Commands {
  private Commands() {}

  @SuppressWarnings("unchecked") // Gogo keeps the set of names under this variable
  static Set<String> all(CommandSession session) {
    return (Set<String>) session.get(CommandSessionImpl.COMMANDS);
  }

  /** Finds the command of a name without scope; searches the scopes in their order. */
  static Optional<String> resolve(CommandSession session, String name) {
    Set<String> all = all(session);
    if (all.contains(name)) {
      return Optional.of(name);
    }
    return Arrays.stream(session.get("SCOPE").toString().split(":"))
        .flatMap(scope ->
            scope.equals("*")
                ? all.stream().filter(command -> plainName(command).equals(name))
                : all.stream().filter(command -> command.equals(scope + ":" + name)))
        .findFirst();
  }

  static String plainName(String command) {
    return command.substring(command.indexOf(':') + 1);
  }

  static String scope(String command) {
    return command.substring(0, Math.max(0, command.indexOf(':')));
  }

  /** Returns whether a command is a helper of completion, with an underscore as in Gogo. */
  static boolean isHidden(String command) {
    return plainName(command).startsWith("_");
  }
}
