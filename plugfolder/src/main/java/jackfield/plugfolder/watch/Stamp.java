package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What a file looks like from outside: as long as this stays, nobody is writing.
 *
 * @param sizeBytes its size
 * @param modifiedMillis when it was written to
 * @param file which file it is, so that one moved over another is noticed
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
