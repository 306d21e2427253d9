package jackfield;

import jackfield.EmbeddedBundle.Role;
import jackfield.dispatch.PlugFailure;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The bundles inside the artifact, and the folder of a platform that they are extracted to. The
 * trust gate admits the bundles in that folder without a signature.
 *
 * @param all the bundles, in the order of their start
 * @param folder the folder
 */
record EmbeddedBundles(List<EmbeddedBundle> all, Path folder) {
  private static final String ROOM =
      "space in that folder, or another with space left, by Options.temporaryFolder";

  /** Returns the bundles with one of these roles, in the order of their start. */
  List<EmbeddedBundle> of(Set<Role> roles) {
    return all.stream().filter(each -> roles.contains(each.role())).toList();
  }

  /**
   * Extracts a bundle for the start, unless that was done before, and returns its file.
   *
   * @throws StartFailed if it cannot be copied
   */
  Path extract(EmbeddedBundle bundle) {
    try {
      return bundle.extract(folder);
    } catch (UncheckedIOException unusable) {
      throw new StartFailed(problem(bundle, unusable), ROOM, unusable.getCause());
    }
  }

  private Path extract(String action, EmbeddedBundle bundle) {
    try {
      return bundle.extract(folder);
    } catch (UncheckedIOException unusable) {
      throw new PlugFailure(
          action, bundle.name(), problem(bundle, unusable), ROOM, unusable.getCause());
    }
  }

  private String problem(EmbeddedBundle bundle, UncheckedIOException unusable) {
    return "%s cannot be copied to %s: %s".formatted(bundle.name(), folder, unusable.getCause());
  }

  /** Returns the names that {@link #file} finds. */
  List<String> names() {
    return all.stream()
        .filter(EmbeddedBundle::isPluggable)
        .map(EmbeddedBundle::name)
        .sorted()
        .toList();
  }

  /**
   * Returns the jar of a bundle inside the artifact, or else the file of that path.
   *
   * @throws UnknownBundle if there is neither
   * @throws MissingJvmFlag if the bundle needs a module that this JVM does not have
   * @throws PlugFailure if the bundle cannot be copied out of the artifact
   */
  Path file(String action, String asked) {
    Path file = resolve(action, asked);
    JvmFlags.requireForBundle(action + " " + asked, file);
    return file;
  }

  private Path resolve(String action, String asked) {
    for (EmbeddedBundle each : all) {
      if (each.isPluggable() && each.name().equals(asked)) {
        return extract(action, each);
      }
    }
    try {
      Path file = Path.of(asked);
      if (!asked.isEmpty()
          && (Files.exists(file) || file.getNameCount() > 1 || asked.endsWith(".jar"))) {
        return file; // the platform refuses what is no bundle's jar
      }
    } catch (InvalidPathException _) {
      // no file can have that name
    }
    throw new UnknownBundle(action, asked, names());
  }
}
