package jackfield.itests.hotplug.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders for the jars of tests, which are deleted when the process ends. */
public final class TestFolder {
  private static final List<Path> MADE = new ArrayList<>(); // guarded by itself

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(TestFolder::deleteAll));
  }

  private TestFolder() {}

  /** Creates an empty folder. */
  public static Path named(String name) throws IOException {
    Path folder = Files.createTempDirectory("jackfield-test-" + name);
    synchronized (MADE) {
      MADE.add(folder);
    }
    return folder;
  }

  private static void deleteAll() {
    synchronized (MADE) {
      for (Path folder : MADE) {
        try {
          delete(folder);
        } catch (IOException broken) {
          System.err.println("left behind: " + folder + ", " + broken);
        }
      }
    }
  }

  /** Deletes a folder with all that is in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
