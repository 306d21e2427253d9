package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The files {@code NAME.jar.accept} in the folder {@code plug}: each takes what lies in {@code
 * NAME.jar}, though it serves otherwise than what it replaces. It is for one content of the jar, so
 * it is removed when that is plugged.
 */
final class AcceptMarkers {
  private static final String SUFFIX = ".accept";

  private final Consumer<String> tell;
  private final Set<Path> seen = new HashSet<>(); // jars whose marker was there at the last look

  AcceptMarkers(Consumer<String> tell) {
    this.tell = tell;
  }

  boolean isFor(Path jar) {
    return Files.exists(marker(jar));
  }

  /** Returns those of {@code jars} that have a marker since the last look. */
  Set<Path> cameFor(Set<Path> jars) {
    Set<Path> came = new HashSet<>();
    for (Path jar : jars) {
      if (!isFor(jar)) {
        seen.remove(jar);
      } else if (seen.add(jar)) {
        came.add(jar);
      }
    }
    return came;
  }

  /** Removes the marker of a jar that was plugged. */
  void use(Path jar) {
    try {
      if (Files.deleteIfExists(marker(jar))) {
        seen.remove(jar);
      }
    } catch (IOException unwritable) { // that costs a line, not the jar
      tell.accept(
          "jackfield: cannot remove %s, which takes the next content of the jar too: %s"
              .formatted(marker(jar), unwritable.getMessage()));
    }
  }

  private static Path marker(Path jar) {
    return jar.resolveSibling(jar.getFileName() + SUFFIX);
  }
}
