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
 * What was plugged last from each file of the folder {@code plug}.
 *
 * <p>What is written over a plugged jar and refused costs that nothing while the process lives, but
 * after a restart the file alone would have nothing that can be plugged. So a copy of what was
 * plugged lies in the hidden folder {@code .served}, under the file's name, written whole or not at
 * all; it goes when the file goes.
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

  /** Takes up what the process before has left. */
  void recall(JarArrivals.Look look) throws IOException {
    Set<Path> kept = new HashSet<>();
    for (Path file : look.files()) {
      if (Files.exists(copy(file))) {
        kept.add(copy(file));
        recall(file, look.finished());
      }
    }
    for (Path copy : copies()) {
      if (!kept.contains(copy)) {
        Files.delete(copy); // its file went while nobody looked, or it was never finished
      }
    }
  }

  private void recall(Path file, List<DroppedJar> finished) {
    try {
      for (DroppedJar jar : finished) {
        if (jar.file().equals(file) && Files.mismatch(file, copy(file)) < 0) {
          jars.put(file, jar); // what lies there is what served
          return;
        }
      }
      DroppedJar copy = DroppedJar.read(copy(file), Stamp.of(copy(file)));
      jars.put(file, new DroppedJar(file, copy.stamp(), copy.bundle(), copy.version()));
    } catch (IOException unreadable) { // that costs a line, not the other jars
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

  /** Returns what was plugged last from {@code file}. */
  Optional<DroppedJar> of(Path file) {
    return Optional.ofNullable(jars.get(file));
  }

  /** Returns where the copy of {@code file} lies. */
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
      Path draft = folder.resolve(".new"); // one name, so that crashes leave one at most
      Files.copy(jar.file(), draft, StandardCopyOption.REPLACE_EXISTING);
      if (Stamp.of(jar.file()).equals(jar.stamp())) {
        StandardCopyOption[] whole = {
          StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING
        };
        Files.move(draft, copy(jar.file()), whole);
        jars.put(jar.file(), jar);
      } else {
        Files.delete(draft); // written over meanwhile, which the next look sees
      }
    } catch (IOException unwritable) { // that costs a line, not the jar
      tell.accept(
          "jackfield: no copy of %s is kept, for when something else is written over it: %s"
              .formatted(jar.fileName(), unwritable.getMessage()));
    }
  }

  /** Forgets what was plugged from files that are not {@code present}. */
  void retain(Set<Path> present) throws IOException {
    for (Path file : List.copyOf(jars.keySet())) {
      if (!present.contains(file)) {
        Files.deleteIfExists(copy(file));
        jars.remove(file);
      }
    }
  }
}
