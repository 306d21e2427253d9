package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The attributes of a file. While they do not change, the file is not being written.
 *
 * @param sizeBytes its size
 * @param modifiedMillis its time of modification
 * @param file its file key, so that a file moved over another is noticed
 */
record Stamp(long sizeBytes, long modifiedMillis, Object file) {
  static Stamp of(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new Stamp(
        attributes.size(),
        attributes.lastModifiedTime().toMillis(),
        String.valueOf(attributes.fileKey()));
  }
}
