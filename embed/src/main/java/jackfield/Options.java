package jackfield;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How a platform is started; immutable.
 *
 * @param plugFolder a folder to watch: a jar in it is plugged, a file {@code PID.cfg} or {@code
 *     PID.json} becomes a configuration, such as that of the trust gate. Without one, nothing is
 *     watched and every setting has its default
 * @param temporaryFolder where the platform creates a folder of its own, which {@link
 *     Jackfield#close} deletes
 */
public record Options(Optional<Path> plugFolder, Path temporaryFolder) {
  /** Checks that nothing is null. */
  public Options {
    Objects.requireNonNull(plugFolder, "Options: plugFolder is null");
    Objects.requireNonNull(temporaryFolder, "Options: temporaryFolder is null");
  }

  /** Returns the options without a plug folder, with the system's folder for temporary files. */
  public static Options defaults() {
    return new Options(Optional.empty(), Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Returns these options with a plug folder, which is created if it is absent. */
  public Options plugFolder(Path folder) {
    Objects.requireNonNull(folder, "plugFolder: folder is null");
    return new Options(Optional.of(folder), temporaryFolder);
  }

  /** Returns these options with another folder for temporary files. */
  public Options temporaryFolder(Path folder) {
    return new Options(plugFolder, folder);
  }
}
