package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/**
 * A finished jar in the folder {@code plug}.
 *
 * @param file its path
 * @param stamp the file's attributes when it was read
 * @param bundle its symbolic name; the file's name without one, so that the platform refuses it
 * @param version its version
 */
record DroppedJar(Path file, Stamp stamp, String bundle, Version version) {
  /** Orders by version, the newest first; within one version the last file name is first. */
  static final Comparator<DroppedJar> NEWEST_FIRST =
      Comparator.comparing(DroppedJar::version).thenComparing(DroppedJar::file).reversed();

  private static final Pattern START_LEVEL = Pattern.compile("(\\d{1,4})-.+");
  private static final int DEFAULT_START_LEVEL = 50;

  static DroppedJar read(Path file, Stamp stamp) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      String name = header(manifest, Constants.BUNDLE_SYMBOLICNAME, "").split(";", 2)[0].strip();
      String version = header(manifest, Constants.BUNDLE_VERSION, "0").strip();
      return new DroppedJar(file, stamp, name.isEmpty() ? file.toString() : name, parse(version));
    }
  }

  private static String header(Manifest manifest, String name, String otherwise) {
    String value = manifest == null ? null : manifest.getMainAttributes().getValue(name);
    return value == null ? otherwise : value;
  }

  private static Version parse(String text) {
    try {
      return Version.parseVersion(text);
    } catch (IllegalArgumentException noVersion) {
      return Version.emptyVersion; // the platform reports the fault
    }
  }

  /** Returns its name for requests: {@code name:version}. */
  String title() {
    return bundle + ":" + version;
  }

  String fileName() {
    return file.getFileName().toString();
  }

  /** Returns the number before the first dash of the file's name: {@code 10-acme.jar}. */
  int startLevel() {
    Matcher level = START_LEVEL.matcher(fileName());
    return level.matches() ? Integer.parseInt(level.group(1)) : DEFAULT_START_LEVEL;
  }
}
