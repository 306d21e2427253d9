package jackfield.shell.command;

import jackfield.dispatch.PlugFailure;
import jackfield.kernel.Provenance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.BundleContext;

/** Finds the jars that commands name: any file, or a jar of the distribution. */
record BundleFiles(List<Path> shipped) {
  private static final String JAR = ".jar";

  /** Copies the list. */
  BundleFiles {
    shipped = List.copyOf(shipped);
  }

  static BundleFiles of(BundleContext context) {
    String dist = context.getProperty("jackfield.dist");
    Path root = Path.of(dist == null ? "" : dist);
    return new BundleFiles(
        List.of(root.resolve("backends"), root.resolve("devices"), root.resolve("platform")));
  }

  Path resolve(CommandSession session, String file) {
    return resolve(session.currentDir(), file);
  }

  /**
   * Returns the jar of the distribution whose bundle is named {@code file}, or else the file {@code
   * file} in {@code folder}. The name wins over a folder or file of that name, such as {@code
   * backend.cpu} in the sources; {@code ./backend.cpu} always means the file.
   */
  Path resolve(Path folder, String file) {
    Path given = folder.resolve(file);
    Optional<Path> own = shipped(Provenance.briefName(file) + JAR);
    if (own.isPresent() && !file.contains("/") && !file.endsWith(JAR)) {
      return own.get();
    }
    if (Files.isRegularFile(given) || file.contains("/")) {
      return given;
    }
    return shipped(file).orElseThrow(() -> absent(file, given));
  }

  private Optional<Path> shipped(String jar) {
    return jar.contains("/")
        ? Optional.empty()
        : shipped.stream()
            .map(folder -> folder.resolve(jar))
            .filter(Files::isRegularFile)
            .findFirst();
  }

  private PlugFailure absent(String file, Path given) {
    String problem = Files.isDirectory(given) ? "it is a folder" : "there is no such file";
    return new PlugFailure("plug", file, problem, "a path to a jar, or one of " + names(), null);
  }

  /** Returns the names of the bundles that come along and are not part of the platform. */
  List<String> names() {
    return new FileNames(shipped.getFirst())
        .beginning("")
        .filter(name -> name.endsWith(JAR))
        .map(name -> name.substring(0, name.length() - JAR.length()))
        .toList();
  }
}
