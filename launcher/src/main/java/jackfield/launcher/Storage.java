package jackfield.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The framework's files of one run; two runs side by side never share any. */
record Storage(Path root) implements AutoCloseable {

  static Storage create() {
    try {
      return new Storage(Files.createTempDirectory("jackfield-"));
    } catch (IOException unwritable) {
      throw new LaunchFailure(
          "cannot write to " + System.getProperty("java.io.tmpdir"),
          "make that folder writable or name another: JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR",
          unwritable);
    }
  }

  String folder(String name) {
    return root.resolve(name).toString();
  }

  @Override
  public void close() {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException leftBehind) {
      System.getLogger("jackfield").log(System.Logger.Level.WARNING, "left behind: {0}", root);
    }
  }
}
