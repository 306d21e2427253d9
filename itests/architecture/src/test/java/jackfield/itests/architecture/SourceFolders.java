package jackfield.itests.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folders of the modules of the build and of their hand-written packages. */
final class SourceFolders {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private SourceFolders() {}

  /** Returns the folders of the modules that the root {@code pom.xml} lists. */
  static List<Path> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(Document.ROOT.resolve("pom.xml")))
        .results()
        .map(module -> Document.ROOT.resolve(module.group(1)))
        .toList();
  }

  /** Returns the folders with sources of the modules and of their tests. */
  static List<Path> packages() throws IOException {
    List<Path> packages = new ArrayList<>();
    for (Path module : modules()) {
      for (String sources : List.of("src/main/java", "src/test/java")) {
        addPackages(module.resolve(sources), packages);
      }
    }
    return packages;
  }

  private static void addPackages(Path sources, List<Path> packages) throws IOException {
    if (Files.exists(sources)) {
      try (Stream<Path> inside = Files.walk(sources)) {
        inside
            .filter(file -> file.toString().endsWith(".java"))
            .map(Path::getParent)
            .distinct()
            .forEach(packages::add);
      }
    }
  }
}
