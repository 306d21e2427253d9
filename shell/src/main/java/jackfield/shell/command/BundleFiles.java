package jackfield.shell.command;

import jackfield.dispatch.PlugFailure;
import jackfield.kernel.Provenance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.BundleContext;

/**
 * Finds the jars that commands name: any file, or a jar of the distribution.
 *
 * @param pluggable the folders whose bundles are plugged by commands
 * @param platform the folder whose bundles are plugged from the start
 */
record BundleFiles(List<Path> pluggable, Path platform) {
  private static final String JAR = ".jar";

  /** Copies the list. */
  BundleFiles {
    pluggable = List.copyOf(pluggable);
  }

  static BundleFiles of(BundleContext context) {
    String dist = context.getProperty("jackfield.dist");
    Path root = Path.of(dist == null ? "" : dist);
    return new BundleFiles(
        List.of(root.resolve("backends"), root.resolve("devices")), root.resolve("platform"));
  }

  /** Finds the jar that {@code plug} names. */
  Path resolve(CommandSession session, String file) {
    return resolve(session.currentDir(), file);
  }

  /** Finds the jar that {@code action} names to replace the bundle {@code old}. */
  Path replacement(CommandSession session, String action, String old, String file) {
    return replacement(session.currentDir(), action, old, file);
  }

  /**
   * Returns the jar of the distribution whose bundle is named {@code file}, or else the file {@code
   * file} in {@code folder}. The name wins over a folder or file of that name, such as {@code
   * backend.cpu} in the sources; {@code ./backend.cpu} always means the file.
   */
  Path resolve(Path folder, String file) {
    return find(folder, file).orElseThrow(() -> absent("plug", file, folder.resolve(file), ""));
  }

  /** Finds the jar that replaces the bundle {@code old}, as {@link #resolve(Path, String)}. */
  Path replacement(Path folder, String action, String old, String file) {
    String purpose = ", to replace " + old;
    return find(folder, file)
        .orElseThrow(() -> absent(action, file, folder.resolve(file), purpose));
  }

  private Optional<Path> find(Path folder, String file) {
    Path given = folder.resolve(file);
    Optional<Path> own = shipped(Provenance.briefName(file) + JAR);
    if (own.isPresent() && !file.contains("/") && !file.endsWith(JAR)) {
      return own;
    }
    boolean isThere = Files.exists(given) && !Files.isDirectory(given);
    if (isThere || file.contains("/")) {
      return Optional.of(given); // the platform refuses what is no jar
    }
    return shipped(file);
  }

  private Optional<Path> shipped(String jar) {
    return jar.contains("/")
        ? Optional.empty()
        : Stream.concat(pluggable.stream(), Stream.of(platform))
            .map(folder -> folder.resolve(jar))
            .filter(Files::isRegularFile)
            .findFirst();
  }

  private PlugFailure absent(String action, String file, Path given, String purpose) {
    String problem =
        Files.isDirectory(given)
            ? "it is a folder"
            : "no file and no bundle of the distribution has that name" + purpose;
    return new PlugFailure(action, file, problem, "a path to a jar, or one of " + names(), null);
  }

  /** Returns the names of the bundles of the distribution that are not part of the platform. */
  List<String> names() {
    return pluggable.stream()
        .flatMap(folder -> new FileNames(folder).beginning(""))
        .filter(name -> name.endsWith(JAR))
        .map(name -> name.substring(0, name.length() - JAR.length()))
        .toList();
  }
}
