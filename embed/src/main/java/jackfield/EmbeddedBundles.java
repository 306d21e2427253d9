package jackfield;

import jackfield.EmbeddedBundle.Role;
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
  /** Returns the bundles with one of these roles, in the order of their start. */
  List<EmbeddedBundle> of(Set<Role> roles) {
    return all.stream().filter(each -> roles.contains(each.role())).toList();
  }

  /** Extracts a bundle, unless that was done before, and returns its file. */
  Path extract(EmbeddedBundle bundle) {
    return bundle.extract(folder);
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
   */
  Path file(String action, String asked) {
    Path file = resolve(action, asked);
    JvmFlags.requireForBundle(action + " " + asked, file);
    return file;
  }

  private Path resolve(String action, String asked) {
    for (EmbeddedBundle each : all) {
      if (each.isPluggable() && each.name().equals(asked)) {
        return extract(each);
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
