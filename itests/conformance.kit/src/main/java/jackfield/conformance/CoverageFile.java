package jackfield.conformance;

import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The coverage that a backend reached, kept in its repository so that it cannot fall unnoticed: a
 * line for each operator with the number of recordings that pass.
 */
record CoverageFile(Path path) {
  /** The system property that writes the file anew. */
  static final String REFRESH = "coverage.refresh";

  /** Returns the file of {@code test}, in the folder of the project whose tests are run. */
  static CoverageFile of(Class<?> test) {
    return new CoverageFile(
        Path.of("src/test/resources")
            .resolve(test.getPackageName().replace('.', '/'))
            .resolve(test.getSimpleName() + ".coverage.txt"));
  }

  /** Writes the coverage of {@code report}. */
  void write(ConformanceReport report) {
    List<String> lines = new ArrayList<>();
    lines.add("# operator, recordings that pass; renewed by -D" + REFRESH);
    passed(report).forEach((operator, count) -> lines.add(operator + " " + count));
    try {
      Files.createDirectories(path.getParent());
      Files.write(path, lines);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /**
   * Compares the coverage of {@code report} with the file.
   *
   * @throws AssertionError if an operator has fewer recordings that pass, or more
   */
  void check(ConformanceReport report) {
    if (!Files.exists(path)) {
      System.out.println("there is no " + path + ", so the coverage is not compared");
      return;
    }
    Map<String, Integer> stored = read();
    Map<String, Integer> found = passed(report);
    List<String> fallen = new ArrayList<>();
    List<String> risen = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(stored.keySet());
    names.addAll(found.keySet());
    for (String name : names) {
      int before = stored.getOrDefault(name, 0);
      int now = found.getOrDefault(name, 0);
      if (now != before) {
        (now < before ? fallen : risen).add("%s: %d, was %d".formatted(name, now, before));
      }
    }
    if (!fallen.isEmpty()) {
      throw new AssertionError("the coverage fell from " + path + "; passing recordings " + fallen);
    }
    if (!risen.isEmpty()) {
      throw new AssertionError(
          "the coverage rose above %s · try  -D%s; passing recordings %s"
              .formatted(path, REFRESH, risen));
    }
  }

  private Map<String, Integer> read() {
    Map<String, Integer> counts = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(path)) {
        if (!line.startsWith("#") && !line.isBlank()) {
          int space = line.lastIndexOf(' ');
          counts.put(line.substring(0, space), Integer.valueOf(line.substring(space + 1)));
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return counts;
  }

  /** Operators of which no recording passes are left out, as those that do not exist. */
  private static Map<String, Integer> passed(ConformanceReport report) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Map.Entry<String, Tally> each : report.operators().entrySet()) {
      if (each.getValue().passed() > 0) {
        counts.put(each.getKey(), each.getValue().passed());
      }
    }
    return counts;
  }
}
