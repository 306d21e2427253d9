package jackfield.itests.architecture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A changed program of a page: lines to remove ({@code -}) and to add ({@code +}), with unchanged
 * lines around them where the position would be ambiguous; {@code @@} separates changes.
 *
 * @param program the program after the change
 */
record Variation(Program program) {
  private static final String ANYTHING = "…";

  /** Returns the only one of {@code programs} to which the change applies, after the change. */
  static Variation of(String change, List<Program> programs) {
    List<Program> changed =
        programs.stream().flatMap(program -> changed(change, program).stream()).toList();
    if (changed.size() != 1) {
      throw new AssertionError("fits %d programs:%n%s".formatted(changed.size(), change));
    }
    return new Variation(changed.getFirst());
  }

  private static Optional<Program> changed(String change, Program program) {
    List<String> lines = new ArrayList<>(program.source().lines().toList());
    for (String place : change.split("(?m)^@@.*\\R")) {
      List<String> before = side(place, '+');
      int at = Collections.indexOfSubList(lines, before);
      if (at < 0 || at != Collections.lastIndexOfSubList(lines, before)) {
        return Optional.empty();
      }
      lines.subList(at, at + before.size()).clear();
      lines.addAll(at, side(place, '-'));
    }
    return Optional.of(new Program(program.name(), String.join("\n", lines)));
  }

  /** Returns the lines before or after the change: those that are not marked with {@code other}. */
  private static List<String> side(String place, char other) {
    return place
        .lines()
        .filter(line -> line.isEmpty() || line.charAt(0) != other)
        .map(line -> line.isEmpty() ? line : line.substring(1))
        .toList();
  }

  /**
   * Returns a predicate for lines that equal those of {@code text}, in which … stands for any text.
   */
  static Predicate<List<? extends String>> prints(String text) {
    Pattern pattern =
        Pattern.compile(
            Arrays.stream(text.split("\n"))
                .map(line -> line.equals(ANYTHING) ? "(?:.*\n)*" : Pattern.quote(line + "\n"))
                .collect(Collectors.joining()));
    return lines -> pattern.matcher(String.join("\n", lines) + "\n").matches();
  }
}
