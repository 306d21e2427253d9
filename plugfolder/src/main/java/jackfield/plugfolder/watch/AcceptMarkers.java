package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The files {@code NAME.jar.accept} in the folder {@code plug}. Such a marker accepts {@code
 * NAME.jar} although its kernels give other results than those that they replace. A marker counts
 * for one content of the jar, so it is deleted when that is plugged.
 */
final class AcceptMarkers {
  private static final String SUFFIX = ".accept";

  private final Consumer<String> tell;
  private final Set<Path> seen = new HashSet<>(); // jars with a marker at the last scan

  AcceptMarkers(Consumer<String> tell) {
    this.tell = tell;
  }

  boolean isFor(Path jar) {
    return Files.exists(marker(jar));
  }

  /** Returns the {@code jars} whose marker is new since the last scan. */
  Set<Path> newFor(Set<Path> jars) {
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

  /** Deletes the marker of a jar that was plugged. */
  void use(Path jar) {
    try {
      if (Files.deleteIfExists(marker(jar))) {
        seen.remove(jar);
      }
    } catch (IOException unwritable) { // a message; the jar is plugged
      tell.accept(
          "jackfield: cannot remove %s, which accepts the next content of the jar too: %s"
              .formatted(marker(jar), unwritable.getMessage()));
    }
  }

  private static Path marker(Path jar) {
    return jar.resolveSibling(jar.getFileName() + SUFFIX);
  }
}
