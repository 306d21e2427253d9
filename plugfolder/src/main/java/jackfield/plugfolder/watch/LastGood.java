package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Keeps a copy of the jar that was plugged last from each file of the folder {@code plug}.
 *
 * <p>If a plugged jar is overwritten and the new content is refused, the bundle stays plugged while
 * the process runs. After a restart the file alone would contain nothing that can be plugged. So
 * the hidden folder {@code .served} has a copy of the plugged jar under the file's name. A copy is
 * written completely or not at all, and is deleted with its file.
 */
final class LastGood {
  private final Path folder;
  private final Consumer<String> tell;
  private final Map<Path, DroppedJar> jars = new HashMap<>(); // by the file in the folder plug

  private LastGood(Path folder, Consumer<String> tell) {
    this.folder = folder;
    this.tell = tell;
  }

  static LastGood in(Path plug, Consumer<String> tell) {
    return new LastGood(plug.resolve(".served"), tell);
  }

  /** Reads the copies of the previous process. */
  void recall(JarScan.Look look) throws IOException {
    Set<Path> kept = new HashSet<>();
    for (Path file : look.files()) {
      if (Files.exists(copy(file))) {
        kept.add(copy(file));
        recall(file, look.finished());
      }
    }
    for (Path copy : copies()) {
      if (!kept.contains(copy)) {
        Files.delete(copy); // its file was deleted meanwhile, or the copy is incomplete
      }
    }
  }

  private void recall(Path file, List<DroppedJar> finished) {
    try {
      for (DroppedJar jar : finished) {
        if (jar.file().equals(file) && Files.mismatch(file, copy(file)) < 0) {
          jars.put(file, jar); // the file still has the plugged content
          return;
        }
      }
      DroppedJar copy = DroppedJar.read(copy(file), Stamp.of(copy(file)));
      jars.put(file, new DroppedJar(file, copy.stamp(), copy.bundle(), copy.version()));
    } catch (IOException unreadable) { // a message; the other jars are read
      tell.accept("jackfield: cannot read " + copy(file) + ": " + unreadable.getMessage());
    }
  }

  private List<Path> copies() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** Returns the jar that was plugged last from {@code file}. */
  Optional<DroppedJar> of(Path file) {
    return Optional.ofNullable(jars.get(file));
  }

  /** Returns the path of the copy of {@code file}. */
  Path copy(Path file) {
    return folder.resolve(file.getFileName());
  }

  /** Keeps a copy of {@code jar}, which was just plugged. */
  void keep(DroppedJar jar) {
    if (jar.equals(jars.get(jar.file()))) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Path draft = folder.resolve(".new"); // one name, so that crashes leave at most one file
      Files.copy(jar.file(), draft, StandardCopyOption.REPLACE_EXISTING);
      if (Stamp.of(jar.file()).equals(jar.stamp())) {
        StandardCopyOption[] whole = {
          StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING
        };
        Files.move(draft, copy(jar.file()), whole);
        jars.put(jar.file(), jar);
      } else {
        Files.delete(draft); // overwritten meanwhile; the next scan sees that
      }
    } catch (IOException unwritable) { // a message; the jar is plugged
      tell.accept(
          "jackfield: cannot keep a copy of %s, for the case that the file is overwritten: %s"
              .formatted(jar.fileName(), unwritable.getMessage()));
    }
  }

  /** Deletes the copies of files that are not {@code present}. */
  void retain(Set<Path> present) throws IOException {
    for (Path file : List.copyOf(jars.keySet())) {
      if (!present.contains(file)) {
        Files.deleteIfExists(copy(file));
        jars.remove(file);
      }
    }
  }
}
