package jackfield.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * The help text of a verb, from the file {@code help/VERB.txt} of its bundle, so that it is shown
 * without starting the platform. A bundle without that file prints its help itself.
 */
final class VerbHelp {
  private static final Set<String> ASKED = Set.of("-h", "--help");

  private VerbHelp() {}

  /** Returns the help if the arguments ask for nothing else, and the bundle has it as a file. */
  static Optional<String> asked(VerbBundle bundle, List<String> arguments) {
    if (arguments.size() != 1 || !ASKED.contains(arguments.getFirst())) {
      return Optional.empty();
    }
    try (JarFile jar = new JarFile(bundle.jar().toFile())) {
      ZipEntry entry = jar.getEntry("help/" + bundle.verb() + ".txt");
      return entry == null ? Optional.empty() : Optional.of(text(jar, entry));
    } catch (IOException unreadable) {
      throw new LaunchFailure(
          "cannot read " + bundle.jar() + ": " + unreadable.getMessage(),
          LaunchFailure.REBUILD,
          unreadable);
    }
  }

  private static String text(JarFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
