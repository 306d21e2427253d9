package jackfield.launcher;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder that the build lays out.
 *
 * <ul>
 *   <li>{@code lib}: what the launcher itself runs on, no bundle of the platform
 *   <li>{@code parts}: bundles that lend classes and are never started
 *   <li>{@code platform}: bundles that are started for every verb
 *   <li>{@code backends}: bundles that wait to be plugged
 *   <li>{@code verbs}: bundles that hold verbs; only the one that was asked for is started
 * </ul>
 *
 * @param root the folder itself
 * @param home the folder that the user sees: it holds the start script, {@code data} and {@code
 *     plug}
 */
record Distribution(Path root, Path home) {

  /** Finds the distribution around the jar that this class was loaded from. */
  static Distribution ofRunningLauncher() {
    try {
      Path jar =
          Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .toAbsolutePath();
      Path root = jar.getParent().getParent();
      return new Distribution(root, Path.of(System.getProperty("jackfield.home", root.toString())));
    } catch (URISyntaxException notAFile) {
      throw new LaunchFailure(
          "the launcher does not lie in a folder", LaunchFailure.REBUILD, notAFile);
    }
  }

  List<Path> parts() {
    return jars("parts");
  }

  List<Path> platform() {
    return jars("platform");
  }

  List<Path> backends() {
    return jars("backends");
  }

  List<VerbBundle> verbBundles() {
    return jars("verbs").stream().flatMap(jar -> VerbBundle.announcedBy(jar).stream()).toList();
  }

  /** The folder that the platform watches: a jar dropped there is plugged. */
  Path plug() {
    return home.resolve("plug");
  }

  private List<Path> jars(String folder) {
    Path inside = root.resolve(folder);
    try (Stream<Path> files = Files.list(inside)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException unreadable) {
      throw new LaunchFailure(
          "the distribution has no readable folder " + inside, LaunchFailure.REBUILD, unreadable);
    }
  }
}
