package jackfield.tools.soak.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The libraries of the soak that are mapped in the process. */
public final class Mappings {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private Mappings() {}

  /** Returns whether this system reports mappings, and has the library that the soak copies. */
  public static boolean areKnown() {
    return Files.isReadable(MAPS) && count("/libm") > 0;
  }

  /** Returns the number of mapped files that the soak's native backend opened. */
  public static long count() {
    return count("/jackfield-soak-");
  }

  private static long count(String part) {
    try (Stream<String> lines = Files.lines(MAPS)) {
      return lines
          .filter(line -> line.contains(part))
          .map(line -> line.substring(line.indexOf('/')))
          .distinct()
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
