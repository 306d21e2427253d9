package jackfield.verdict;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that this process maps into its memory, as Linux lists them. */
record MappedFiles(Path list) {
  private static final int PATH_FIELD = 5; // range, rights, offset, device, inode, path

  static MappedFiles ofThisProcess() {
    return new MappedFiles(Path.of("/proc/self/maps"));
  }

  /** Returns the names of mapped files below a folder; empty on systems without that list. */
  List<String> in(String folder) {
    if (folder.isEmpty() || !Files.isReadable(list)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(list)) {
      return lines
          .map(line -> line.split(" +", PATH_FIELD + 1))
          .filter(fields -> fields.length > PATH_FIELD && fields[PATH_FIELD].startsWith(folder))
          .map(fields -> fields[PATH_FIELD].replaceFirst(" \\(deleted\\)$", ""))
          .map(path -> path.substring(path.lastIndexOf('/') + 1))
          .distinct()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("cannot read " + list, unreadable);
    }
  }
}
