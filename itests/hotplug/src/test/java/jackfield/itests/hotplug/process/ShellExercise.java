package jackfield.itests.hotplug.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shell commands on a page of the exercises, and the output that the page shows.
 *
 * @param shown the text, in which an ellipsis stands for any text within a line
 */
record ShellExercise(String commands, Pattern shown) {
  private static final Path PAGES =
      Path.of("../../docs/exercises"); // relative to the module's folder
  private static final Pattern BLOCKS =
      Pattern.compile("(?ms)^```shell\\n(.*?)^```\\n\\n```text\\n(.*?)^```");

  /**
   * Returns the exercises of all pages. Exercises that plug bundles are last, since reports list
   * unplugged bundles.
   */
  static List<ShellExercise> all() throws IOException {
    List<ShellExercise> exercises = new ArrayList<>();
    try (Stream<Path> files = Files.list(PAGES)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        BLOCKS
            .matcher(Files.readString(page))
            .results()
            .map(block -> of(block.group(1), block.group(2)))
            .forEach(exercises::add);
      }
    }
    exercises.sort(Comparator.comparing(ShellExercise::plugs));
    return exercises;
  }

  private static ShellExercise of(String commands, String shown) {
    String pattern =
        Stream.of(shown.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return new ShellExercise(commands, Pattern.compile("(?m)^" + pattern));
  }

  private boolean plugs() {
    return commands.contains("plug ");
  }
}
