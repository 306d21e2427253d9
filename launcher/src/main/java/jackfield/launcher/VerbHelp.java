package jackfield.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * The help texts of a verb: {@code help/VERB.txt} of its bundle and, for its commands, {@code
 * help/VERB-COMMAND.txt}. So help is shown, and a mistyped option is found, without starting the
 * platform. Options that the help does not show are in {@code help/VERB.hidden} and {@code
 * help/VERB-COMMAND.hidden}. A bundle without these files does both itself.
 *
 * @param verb the verb
 * @param texts the texts by command; that of the verb itself under the empty name
 * @param hidden the options without help by command
 */
record VerbHelp(String verb, Map<String, String> texts, Map<String, String> hidden) {
  private static final Set<String> ASKED = Set.of("-h", "--help");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[A-Za-z][\\w-]*");

  /** Reads the texts of a verb. */
  static VerbHelp of(VerbBundle bundle) {
    try (JarFile jar = new JarFile(bundle.jar().toFile())) {
      return new VerbHelp(
          bundle.verb(), texts(jar, bundle.verb(), "txt"), texts(jar, bundle.verb(), "hidden"));
    } catch (IOException unreadable) {
      throw new LaunchFailure(
          "cannot read " + bundle.jar() + ": " + unreadable.getMessage(),
          LaunchFailure.REBUILD,
          unreadable);
    }
  }

  private static Map<String, String> texts(JarFile jar, String verb, String ending)
      throws IOException {
    Pattern name =
        Pattern.compile("help/" + Pattern.quote(verb) + "(?:-(\\w+))?\\." + Pattern.quote(ending));
    Map<String, String> texts = new TreeMap<>();
    for (ZipEntry entry : jar.stream().toList()) {
      Matcher matcher = name.matcher(entry.getName());
      if (matcher.matches()) {
        try (InputStream in = jar.getInputStream(entry)) {
          texts.put(
              Optional.ofNullable(matcher.group(1)).orElse(""),
              new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return texts;
  }

  /** Returns the help that the arguments ask for; empty if they do not, or the bundle shows it. */
  Optional<String> asked(List<String> arguments) {
    boolean isWrong = isTopic(arguments) && unknown(arguments).isPresent();
    return arguments.stream().anyMatch(ASKED::contains) && !isWrong
        ? Optional.ofNullable(texts.get(command(arguments)))
        : Optional.empty();
  }

  /**
   * Returns the first word that is no command or no option of the verb. Words after a leading
   * {@code --help}, which {@code help VERB} puts there, name the command to be explained.
   */
  Optional<UnknownWord> unknown(List<String> arguments) {
    if (texts.isEmpty()) {
      return Optional.empty();
    }
    return isTopic(arguments) ? unknownTopic(arguments) : unknownIn(arguments);
  }

  private static boolean isTopic(List<String> arguments) {
    return !arguments.isEmpty() && ASKED.contains(arguments.getFirst());
  }

  private Optional<UnknownWord> unknownTopic(List<String> arguments) {
    int known = command(arguments).isEmpty() ? 1 : 2;
    return arguments.stream()
        .skip(known)
        .filter(word -> !word.startsWith("-"))
        .findFirst()
        .map(word -> new UnknownWord(verb, "command", word, without(texts.keySet(), "")));
  }

  private Optional<UnknownWord> unknownIn(List<String> arguments) {
    String command = command(arguments);
    boolean hasCommands = texts.size() > 1;
    if (hasCommands && command.isEmpty() && isOperand(arguments)) {
      return Optional.of(
          new UnknownWord(verb, "command", arguments.getFirst(), without(texts.keySet(), "")));
    }
    Set<String> shown = options(texts.get(command));
    Set<String> known = new TreeSet<>(shown);
    known.addAll(options(hidden.getOrDefault(command, "")));
    known.add("--help");
    return arguments.stream()
        .takeWhile(word -> !word.equals("--"))
        .filter(word -> word.startsWith("--") && !known.contains(word.split("=", 2)[0]))
        .findFirst()
        .map(word ->
            new UnknownWord(
                command.isEmpty() ? verb : verb + " " + command,
                "option",
                word.split("=", 2)[0],
                List.copyOf(shown)));
  }

  private String command(List<String> arguments) {
    if (isTopic(arguments)) {
      return command(arguments.subList(1, arguments.size()));
    }
    return isOperand(arguments) && texts.containsKey(arguments.getFirst())
        ? arguments.getFirst()
        : "";
  }

  private static boolean isOperand(List<String> arguments) {
    return !arguments.isEmpty() && !arguments.getFirst().startsWith("-");
  }

  private static List<String> without(Set<String> names, String one) {
    return names.stream().filter(name -> !name.equals(one)).toList();
  }

  private static Set<String> options(String text) {
    Set<String> options = new TreeSet<>();
    for (Matcher option = OPTION.matcher(text); option.find(); ) {
      options.add(option.group());
    }
    return options;
  }
}
