package jackfield;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The packaged artifact with what it depends on, as a program gets it. */
final class ArtifactPath {
  private ArtifactPath() {}

  static List<Path> jars() throws IOException {
    List<Path> jars = new ArrayList<>();
    jars.add(Path.of(System.getProperty("jackfield.jar")));
    try (Stream<Path> others = Files.list(Path.of(System.getProperty("jackfield.path")))) {
      others.sorted().forEach(jars::add);
    }
    return jars;
  }

  static String joined() throws IOException {
    return jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
