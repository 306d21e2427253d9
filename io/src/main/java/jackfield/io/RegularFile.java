package jackfield.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens regular files only: opening a pipe waits until another process writes to it. */
final class RegularFile {
  private RegularFile() {}

  static InputStream open(Path path) throws IOException {
    require(path);
    return new BufferedInputStream(Files.newInputStream(path));
  }

  /**
   * Throws what is wrong with a path if there is no regular file. That the file may not be read is
   * found when it is opened.
   */
  static void require(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new IOException("it is a folder");
    }
    if (!Files.isRegularFile(path) && Files.exists(path)) {
      throw new IOException("it is a device, a pipe or a socket; only regular files are read");
    }
  }
}
