package jackfield.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that the demo writes at its end. */
final class OutputFile {
  private OutputFile() {}

  /**
   * Checks before the training that a file can be written, by opening it; its content stays.
   *
   * @param file the file; null for none
   * @throws DemoFailure if it cannot be written
   */
  static void check(Path file) {
    if (file == null) {
      return;
    }
    boolean isThere = Files.exists(file);
    try {
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (!isThere) {
        Files.delete(file);
      }
    } catch (IOException unwritable) {
      throw DemoFailure.misuse(
          file + " cannot be written",
          "name a file in a folder that is there and writable",
          unwritable);
    }
  }
}
