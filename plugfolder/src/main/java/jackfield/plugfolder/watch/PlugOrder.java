package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * In which order the jars of the folder {@code plug} are plugged, the same after a restart.
 *
 * <p>The later of two bundles of one ranking is in front, so the order is part of the state. The
 * folder keeps it in the file {@code .order}, a line for each jar, and a restart plugs in that
 * order. What has no line is new: it comes after the others, by start level, then by name. A line
 * too few, after a crash, only makes a jar new again.
 */
record PlugOrder(Path file) {

  static PlugOrder in(Path folder) {
    return new PlugOrder(folder.resolve(".order"));
  }

  Comparator<DroppedJar> comparator() throws IOException {
    List<String> known = read();
    return Comparator.<DroppedJar>comparingInt(jar -> place(known, jar.fileName()))
        .thenComparing(DroppedJar::startLevel)
        .thenComparing(DroppedJar::fileName);
  }

  private static int place(List<String> known, String name) {
    int place = known.indexOf(name);
    return place < 0 ? Integer.MAX_VALUE : place;
  }

  private List<String> read() throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }

  /** Writes the order anew, whole or not at all; leaves the file alone if it says so already. */
  void write(List<String> names) throws IOException {
    if (names.equals(read())) {
      return;
    }
    Path draft = file.resolveSibling(".order.new"); // one name, so that crashes leave one at most
    Files.write(draft, new ArrayList<>(names));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
