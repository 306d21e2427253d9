package jackfield.opgen.catalog;

import jackfield.opgen.input.YamlDocument;
import java.util.List;

/**
 * The operators of one file.
 *
 * @param name the file's name without extension
 * @param entries its entries in order
 */
public record OperatorFamily(String name, List<OperatorEntry> entries) {
  /** Copies the list. */
  public OperatorFamily {
    entries = List.copyOf(entries);
  }

  /** Reads a file's text. */
  public static OperatorFamily read(String name, String text, String namespace) {
    return new OperatorFamily(
        name,
        YamlDocument.entries(name + ".yaml", text).stream()
            .flatMap(entry -> OperatorEntryReader.read(entry, namespace).stream())
            .toList());
  }
}
