package jackfield.shell.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Completes a word to names of files. */
record FileNames(Path folder) {

  Stream<String> beginning(String word) {
    int slash = word.lastIndexOf('/') + 1;
    String typed = word.substring(0, slash);
    try (Stream<Path> files = Files.list(folder.resolve(typed))) {
      List<String> names =
          files
              .map(file -> typed + file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
              .filter(name -> name.startsWith(word))
              .sorted()
              .toList();
      return names.stream();
    } catch (IOException | InvalidPathException noFolder) {
      return Stream.empty(); // the word names no folder, so there are no candidates
    }
  }
}
