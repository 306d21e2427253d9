package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Distinguishes finished jars from jars that are still being copied.
 *
 * <p>A jar is finished when it can be opened, since its directory is written last, and when its
 * attributes did not change since the last scan. A file that cannot be opened counts as unfinished
 * while it grows, and for {@value #PATIENCE_SECONDS} s after that. Then it counts as finished, so
 * that the platform reports its fault. At the first scan, when the platform starts, it is enough
 * that a jar can be opened.
 *
 * <p>An entry that is no regular file, such as a pipe, is never opened: opening it may wait for
 * ever.
 */
final class JarScan {
  static final int PATIENCE_SECONDS = 10;

  private final Path folder;
  private final LongSupplier nanoTime;
  private final Map<Path, Seen> seen = new HashMap<>();

  private record Seen(Stamp stamp, long sinceNanos) {}

  /**
   * The content of the folder.
   *
   * @param finished the jars that can be plugged
   * @param unfinished the files that may still be written, and the entries that are no files
   * @param faults what is wrong with each entry that is no regular file
   */
  record Look(List<DroppedJar> finished, Set<Path> unfinished, Map<Path, String> faults) {
    Set<Path> files() {
      Set<Path> files = new HashSet<>(unfinished);
      finished.forEach(jar -> files.add(jar.file()));
      return files;
    }
  }

  JarScan(Path folder, LongSupplier nanoTime) {
    this.folder = folder;
    this.nanoTime = nanoTime;
  }

  Look look(boolean isFirst) throws IOException {
    List<DroppedJar> finished = new ArrayList<>();
    Set<Path> unfinished = new TreeSet<>();
    Map<Path, String> faults = new TreeMap<>();
    List<Path> jars = jars();
    seen.keySet().retainAll(jars);
    for (Path jar : jars) {
      try {
        sort(jar, stamp(jar), isFirst, finished, unfinished);
      } catch (NoSuchFileException gone) {
        seen.remove(jar); // deleted after the listing
      } catch (IOException noFile) {
        seen.remove(jar);
        unfinished.add(jar);
        faults.put(jar, noFile.getMessage());
      }
    }
    return new Look(finished, unfinished, faults);
  }

  /** Returns the stamp of a regular file; throws what is wrong with another entry. */
  private static Stamp stamp(Path jar) throws IOException {
    Stamp stamp;
    try {
      stamp = Stamp.of(jar);
    } catch (FileSystemException fault) {
      String reason = fault.getReason(); // such as a link that leads to itself
      throw fault instanceof NoSuchFileException
          ? fault
          : new IOException(reason == null ? fault.getClass().getSimpleName() : reason, fault);
    }
    if (Files.isDirectory(jar)) {
      throw new IOException("it is a folder");
    }
    if (!Files.isRegularFile(jar) && Files.exists(jar)) {
      throw new IOException("it is a pipe, a device or a socket");
    }
    return stamp;
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

  private void sort(
      Path jar, Stamp stamp, boolean isFirst, List<DroppedJar> finished, Set<Path> unfinished)
      throws NoSuchFileException {
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
