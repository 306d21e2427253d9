package jackfield.shell.command;

import jackfield.dispatch.PlugFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.BundleContext;

/** Finds the jars that commands name: any file, or a jar of the distribution. */
record BundleFiles(Path waiting) {
  private static final String JAR = ".jar";

  static BundleFiles of(BundleContext context) {
    String dist = context.getProperty("jackfield.dist");
    return new BundleFiles(Path.of(dist == null ? "" : dist, "backends"));
  }

  Path resolve(CommandSession session, String file) {
    return resolve(session.currentDir(), file);
  }

  /**
   * Returns the file {@code file} in {@code folder}, or else the jar of that name in the
   * distribution. A folder of that name, such as {@code backend.cpu} in the sources, is ignored.
   */
  Path resolve(Path folder, String file) {
    Path given = folder.resolve(file);
    if (Files.isRegularFile(given) || file.contains("/")) {
      return given;
    }
    Path own = waiting.resolve(file.endsWith(JAR) ? file : file + JAR);
    if (!Files.exists(own)) {
      String problem = Files.isDirectory(given) ? "it is a folder" : "there is no such file";
      throw new PlugFailure("plug", file, problem, "a path to a jar, or one of " + names(), null);
    }
    return own;
  }

  /** Returns the names of the distribution's jars that can be plugged. */
  List<String> names() {
    return new FileNames(waiting)
        .beginning("")
        .filter(name -> name.endsWith(JAR))
        .map(name -> name.substring(0, name.length() - JAR.length()))
        .toList();
  }
}
