package jackfield.launcher;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The distribution folder that the build creates.
 *
 * <ul>
 *   <li>{@code lib}: the class path of the launcher; no bundles of the platform
 *   <li>{@code parts}: bundles that only export classes and are never started
 *   <li>{@code platform}: bundles that every verb starts
 *   <li>{@code backends}: bundles for the CPU that can be plugged
 *   <li>{@code devices}: bundles for devices that a machine may lack
 *   <li>{@code verbs}: bundles with verbs; only the bundle of the requested verb is started
 * </ul>
 *
 * @param root the distribution folder
 * @param home the user's folder with the start script, {@code data} and {@code plug}
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
          "the launcher was not loaded from a file", LaunchFailure.REBUILD, notAFile);
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

  /** Returns the folder that the platform watches: a jar copied there is plugged. */
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
