package jackfield.opgen.java;

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
 * A folder that contains only generated sources, and the digests of what they were generated from.
 * Formatting takes most of the time of the generator; digests show which files need it.
 *
 * @param folder the folder
 * @param sources the sources by their path in the folder, not yet formatted
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
    SortedMap<String, Digests.Row> known = Digests.read(folder);
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey());
      Digests.Row row = known.get(Digests.name(source.getKey()));
      if (!Files.exists(file)
          || !Digests.Row.of(source.getValue(), Files.readString(file)).equals(row)) {
        stale.add(source.getKey());
      }
    }
    return stale;
  }

  /** Writes stale files and deletes superfluous ones; returns the number of changed files. */
  public int write() throws IOException {
    NavigableSet<Path> stale = stale();
    SortedMap<String, Digests.Row> digests = Digests.read(folder);
    SourceFormatter formatter = new SourceFormatter();
    for (Path path : stale) {
      Path file = folder.resolve(path);
      if (sources.containsKey(path)) {
        String source = sources.get(path);
        String text = path.toString().endsWith(".java") ? formatter.format(source) : source;
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        digests.put(Digests.name(path), Digests.Row.of(source, text));
      } else {
        Files.delete(file);
      }
    }
    digests.keySet().retainAll(sources.keySet().stream().map(Digests::name).toList());
    Digests.write(folder, digests);
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
