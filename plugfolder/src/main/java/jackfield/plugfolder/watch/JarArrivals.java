package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Tells finished jars from those that are still being copied.
 *
 * <p>A jar is finished when it opens, since its directory is written last, and when it looks as it
 * did at the look before. What does not open is waited for as long as it grows, and {@value
 * #PATIENCE_SECONDS} s from its last growth; then it counts as finished, for the platform to say
 * what is wrong with it. At the first look, when the platform starts, opening is enough.
 */
final class JarArrivals {
  static final int PATIENCE_SECONDS = 10;

  private final Path folder;
  private final LongSupplier nanoTime;
  private final Map<Path, Seen> seen = new HashMap<>();

  private record Seen(Stamp stamp, long sinceNanos) {}

  /**
   * What lies in the folder.
   *
   * @param finished the jars that may be plugged
   * @param unfinished the files that are waited for
   */
  record Look(List<DroppedJar> finished, Set<Path> unfinished) {
    Set<Path> files() {
      Set<Path> files = new HashSet<>(unfinished);
      finished.forEach(jar -> files.add(jar.file()));
      return files;
    }
  }

  JarArrivals(Path folder, LongSupplier nanoTime) {
    this.folder = folder;
    this.nanoTime = nanoTime;
  }

  Look look(boolean isFirst) throws IOException {
    List<DroppedJar> finished = new ArrayList<>();
    Set<Path> unfinished = new java.util.TreeSet<>();
    List<Path> jars = jars();
    seen.keySet().retainAll(jars);
    for (Path jar : jars) {
      try {
        sort(jar, isFirst, finished, unfinished);
      } catch (NoSuchFileException gone) {
        seen.remove(jar); // between the listing and the look
      }
    }
    return new Look(finished, unfinished);
  }

  private List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  private void sort(Path jar, boolean isFirst, List<DroppedJar> finished, Set<Path> unfinished)
      throws IOException {
    Stamp stamp = Stamp.of(jar);
    Seen before = seen.get(jar);
    boolean isStill = before != null && before.stamp().equals(stamp);
    if (!isStill) {
      seen.put(jar, new Seen(stamp, nanoTime.getAsLong()));
    }
    if (!isStill && !isFirst) {
      unfinished.add(jar);
      return;
    }
    try {
      finished.add(DroppedJar.read(jar, stamp));
    } catch (NoSuchFileException gone) {
      throw gone;
    } catch (IOException | SecurityException noJar) {
      if (isPatient(seen.get(jar))) {
        unfinished.add(jar);
      } else {
        finished.add(
            new DroppedJar(jar, stamp, jar.toString(), org.osgi.framework.Version.emptyVersion));
      }
    }
  }

  private boolean isPatient(Seen jar) {
    return nanoTime.getAsLong() - jar.sinceNanos() < PATIENCE_SECONDS * 1_000_000_000L;
  }
}
