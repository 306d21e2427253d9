package jackfield.opgen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A folder that contains only generated sources.
 *
 * @param folder the folder
 * @param sources the sources by their path in the folder
 */
public record GeneratedTree(Path folder, SortedMap<Path, String> sources) {
  /** Copies the map. */
  public GeneratedTree {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
  }

  /** Lists the files that are missing, superfluous or different from what the generator writes. */
  public NavigableSet<Path> stale() throws IOException {
    NavigableSet<Path> stale = present();
    stale.removeAll(sources.keySet());
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey());
      if (!Files.exists(file) || !Files.readString(file).equals(source.getValue())) {
        stale.add(source.getKey());
      }
    }
    return stale;
  }

  /** Writes stale files and deletes superfluous ones; returns the number of changed files. */
  public int write() throws IOException {
    NavigableSet<Path> stale = stale();
    for (Path path : stale) {
      Path file = folder.resolve(path);
      if (sources.containsKey(path)) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, sources.get(path));
      } else {
        Files.delete(file);
      }
    }
    return stale.size();
  }

  private NavigableSet<Path> present() throws IOException {
    if (!Files.exists(folder)) {
      return new TreeSet<>();
    }
    NavigableSet<Path> present = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> file.toString().endsWith(".java") || file.toString().endsWith(".cu"))
          .map(folder::relativize)
          .forEach(present::add);
    }
    return present;
  }
}
