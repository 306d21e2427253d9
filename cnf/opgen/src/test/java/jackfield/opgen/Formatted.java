package jackfield.opgen;

import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sources as they are written to files. */
final class Formatted {
  private Formatted() {}

  static SortedMap<Path, String> of(SortedMap<Path, String> sources) {
    SortedMap<Path, String> formatted = new TreeMap<>(sources);
    formatted.replaceAll((_, source) -> new SourceFormatter().format(source));
    return formatted;
  }
}
