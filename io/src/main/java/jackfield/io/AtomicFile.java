package jackfield.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes a file completely or not at all: to a temporary file beside, which is then moved. */
final class AtomicFile {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Writes the content of a file. */
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Writes {@code content} to {@code path}, or through it if it is a symbolic link.
   *
   * @throws FileRefused if the operating system does not allow it, or the path is that of a device,
   *     a pipe or a socket; what was there stays then
   */
  static void write(Path path, Subject subject, Content content) {
    try {
      Path target = Files.isSymbolicLink(path) ? path.toRealPath() : path.toAbsolutePath();
      Path name = target.getFileName();
      if (name == null || Files.isDirectory(target)) {
        throw new IOException("it is a folder");
      }
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        throw new IOException("it is a device, a pipe or a socket, which a file would replace");
      }
      Path temporary = target.resolveSibling("." + name + "." + UUID.randomUUID() + ".part");
      try {
        writeNew(temporary, content);
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw subject.failed(e);
    }
  }

  private static void writeNew(Path temporary, Content content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      OutputStream out =
          new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES) {
            @Override
            public void close() throws IOException {
              flush(); // the content may close it; the channel is needed afterwards
            }
          };
      content.write(out);
      out.flush();
      channel.force(true); // before the move, so that a crash leaves the old file or the new one
    }
  }
}
