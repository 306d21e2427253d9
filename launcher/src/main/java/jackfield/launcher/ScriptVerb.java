package jackfield.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * The verbs that the start script answers itself. They are listed here so that they appear in the
 * help and among the similar verbs.
 */
final class ScriptVerb {
  private static final Map<String, String> SAYS =
      Map.of(
          "aot",
          "Makes an AOT cache of the JDK for shorter starts, also for a program that embeds the platform",
          "classpath",
          "Prints the class path for programs that embed the platform",
          "jshell",
          "Opens JShell with the platform started; kernels from cells, and undo",
          "jvm-flags",
          "Prints the JVM flags of programs that embed the platform",
          "version",
          "Prints the version",
          "help",
          "Shows the help of a verb, or of its command");

  private ScriptVerb() {}

  static List<Verb> all(PrintStream out) {
    return SAYS.entrySet().stream()
        .map(verb -> new Verb(verb.getKey(), verb.getValue(), rest -> explain(verb, rest, out)))
        .sorted(java.util.Comparator.comparing(Verb::name))
        .toList();
  }

  // Only the help of such a verb, or one with surplus arguments, gets past the script.
  private static int explain(Map.Entry<String, String> verb, List<String> rest, PrintStream out) {
    out.println("./jackfield " + verb.getKey() + ": " + verb.getValue() + arguments(verb.getKey()));
    return rest.equals(List.of("--help")) ? 0 : Main.MISUSED;
  }

  private static String arguments(String verb) {
    return switch (verb) {
      case "aot" -> "; arguments: none, or --class-path JARS PROGRAM [ARGUMENT...]";
      case "help" -> "; arguments: VERB [COMMAND]";
      default -> "; no arguments";
    };
  }
}
