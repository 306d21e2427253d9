package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which the jars of the folder {@code plug} are plugged, the same after a restart.
 *
 * <p>Of two bundles with the same ranking the later one is active, so the order is part of the
 * state. The file {@code .order} in the folder has a line for each jar, and a restart plugs in that
 * order. A jar without a line is new: it follows the others, by start level, then by name. If a
 * crash loses a line, its jar only counts as new again.
 */
record PlugOrder(Path file) {

  static PlugOrder in(Path folder) {
    return new PlugOrder(folder.resolve(".order"));
  }

  Comparator<DroppedJar> comparator() throws IOException {
    List<String> known = read();
    return Comparator.<DroppedJar>comparingInt(jar -> index(known, jar.fileName()))
        .thenComparing(DroppedJar::startLevel)
        .thenComparing(DroppedJar::fileName);
  }

  private static int index(List<String> known, String name) {
    int index = known.indexOf(name);
    return index < 0 ? Integer.MAX_VALUE : index;
  }

  /** Returns the names in the file; none if it is no regular file or no text: it is replaced. */
  private List<String> read() throws IOException {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException | CharacterCodingException none) {
      return List.of();
    }
  }

  /** Writes the file completely or not at all, and only if the order has changed. */
  void write(List<String> names) throws IOException {
    if (names.equals(read())) {
      return;
    }
    Path draft =
        file.resolveSibling(".order.new"); // one name, so that crashes leave at most one file
    Files.write(draft, new ArrayList<>(names));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
