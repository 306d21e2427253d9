package jackfield.opgen;

import jackfield.opgen.java.SourceFormatter;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sources as they are written to files. */
public final class Formatted {
  private Formatted() {}

  /** Returns the sources, formatted. */
  public static SortedMap<Path, String> of(SortedMap<Path, String> sources) {
    SortedMap<Path, String> formatted = new TreeMap<>(sources);
    formatted.replaceAll((_, source) -> new SourceFormatter().format(source));
    return formatted;
  }
}
