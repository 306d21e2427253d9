package jackfield.shell.command;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.gogo.runtime.CommandProxy;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.Process;

/**
 * One form of a command: what a public method of the command's object takes.
 *
 * @param name the command's name without its scope
 * @param says what it does; empty if the method has no text
 * @param options its options
 * @param operands the arguments that are recognised by their position
 * @param isOpen whether the last of them may be repeated or left out
 * @param examples complete command lines
 */
record Usage(
    String name,
    String says,
    List<Taken> options,
    List<Taken> operands,
    boolean isOpen,
    List<String> examples) {

  /**
   * An option or an operand.
   *
   * @param names the names of an option, or the name of an operand in upper case
   * @param value the name of the value that follows the option; empty for none
   * @param shape how usage texts print it
   * @param says what it means; empty if there is no text
   */
  record Taken(List<String> names, String value, String shape, String says) {}

  /** Returns the forms of a command, the shortest first. */
  static List<Usage> of(CommandSession session, String command) {
    String name = Commands.plainName(command);
    return methods(session, command).stream().map(method -> of(name, method)).toList();
  }

  private static Collection<Method> methods(CommandSession session, String command) {
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

  private static Usage of(String name, Method method) {
    List<java.lang.reflect.Parameter> parameters =
        Arrays.stream(method.getParameters()).filter(Usage::isTyped).toList();
    Descriptor says = method.getAnnotation(Descriptor.class);
    Example examples = method.getAnnotation(Example.class);
    return new Usage(
        name,
        says == null ? "" : says.value(),
        parameters.stream().filter(Usage::isOption).map(Usage::option).toList(),
        parameters.stream().filter(p -> !isOption(p)).flatMap(Usage::operands).toList(),
        method.isVarArgs(),
        examples == null ? List.of() : List.of(examples.value()));
  }

  // Gogo passes its own two by their types.
  private static boolean isTyped(java.lang.reflect.Parameter parameter) {
    return parameter.getType() != CommandSession.class && parameter.getType() != Process.class;
  }

  private static boolean isOption(java.lang.reflect.Parameter parameter) {
    return parameter.isAnnotationPresent(Parameter.class);
  }

  private static Taken option(java.lang.reflect.Parameter parameter) {
    Parameter flag = parameter.getAnnotation(Parameter.class);
    boolean hasValue = flag.presentValue().equals(Parameter.UNSPECIFIED);
    String value = hasValue ? upper(parameter) : "";
    String shape = "[" + String.join("|", flag.names()) + (hasValue ? " " + value : "") + "]";
    return new Taken(List.of(flag.names()), value, shape, says(parameter));
  }

  private static Stream<Taken> operands(java.lang.reflect.Parameter parameter) {
    Operands named = parameter.getAnnotation(Operands.class);
    List<String> names = named == null ? List.of(upper(parameter)) : List.of(named.value());
    String last = names.getLast();
    Stream<Taken> required =
        names.subList(0, names.size() - 1).stream()
            .map(name -> new Taken(List.of(name), "", name, ""));
    String shape = parameter.isVarArgs() ? "[" + last + "...]" : last;
    return Stream.concat(required, Stream.of(new Taken(List.of(last), "", shape, says(parameter))));
  }

  private static String upper(java.lang.reflect.Parameter parameter) {
    return parameter.getName().toUpperCase(Locale.ROOT);
  }

  private static String says(java.lang.reflect.Parameter parameter) {
    Descriptor says = parameter.getAnnotation(Descriptor.class);
    return says == null ? "" : says.value();
  }

  /** Returns the command with its options and operands on one line. */
  String line() {
    return name + taken().map(taken -> " " + taken.shape()).collect(Collectors.joining());
  }

  Stream<Taken> taken() {
    return Stream.concat(options.stream(), operands.stream());
  }

  Stream<String> optionNames() {
    return options.stream().flatMap(option -> option.names().stream());
  }

  /** Returns whether the operand of this index is a file. */
  boolean isFile(int operand) {
    return operand < operands.size() && operands.get(operand).names().getFirst().equals("FILE");
  }

  int fewest() {
    return operands.size() - (isOpen ? 1 : 0);
  }

  int most() {
    return isOpen ? Integer.MAX_VALUE : operands.size();
  }
}
