package jackfield.tools.conformance.c10;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The vectors that are not repeated because C10's behaviour is undefined there, each with its
 * reason.
 */
final class C10Waivers {
  private static final String FILE = "waivers.txt";
  private static final Map<Pattern, String> REASONS = read();

  private C10Waivers() {}

  /** Returns the reason why the vector {@code id} is not repeated, or nothing if it is. */
  static Optional<String> reasonFor(String id) {
    return REASONS.entrySet().stream()
        .filter(waiver -> waiver.getKey().matcher(id).matches())
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Reads lines of a pattern, a blank and a reason; lines that begin with {@code #} are comments.
   */
  private static Map<Pattern, String> read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                C10Waivers.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\\s+", 2))
          .collect(
              Collectors.toMap(
                  parts -> Pattern.compile(parts[0]),
                  parts -> parts[1],
                  (first, _) -> first,
                  LinkedHashMap::new));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
