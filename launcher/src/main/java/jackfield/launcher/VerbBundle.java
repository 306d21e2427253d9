package jackfield.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A verb that a bundle declares in its manifest, so that the launcher knows the verbs before it
 * starts the framework: {@code Jackfield-Verb: demo;says="Trains a network"}.
 */
record VerbBundle(String verb, String says, Path jar) {
  private static final String HEADER = "Jackfield-Verb";
  private static final Pattern ENTRY = Pattern.compile("([\\w.-]+)\\s*;\\s*says=\"([^\"]*)\"");

  static List<VerbBundle> announcedBy(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      String header = file.getManifest().getMainAttributes().getValue(HEADER);
      return header == null ? List.of() : parse(header, jar);
    } catch (IOException unreadable) {
      throw new LaunchFailure(
          "cannot read " + jar + ": " + unreadable.getMessage(), LaunchFailure.REBUILD, unreadable);
    }
  }

  static List<VerbBundle> parse(String header, Path jar) {
    List<VerbBundle> verbs = new ArrayList<>();
    for (Matcher entry = ENTRY.matcher(header); entry.find(); ) {
      verbs.add(new VerbBundle(entry.group(1), entry.group(2), jar));
    }
    return verbs;
  }
}
