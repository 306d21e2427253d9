package jackfield.opgen.catalog;

import jackfield.opgen.input.DuplicateOperator;
import jackfield.opgen.input.FaultyInput;
import jackfield.opgen.input.Place;
import jackfield.opgen.java.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All operators of a namespace.
 *
 * @param families the files, ordered by name
 */
public record OperatorCatalog(List<OperatorFamily> families) {
  private static final String NAMESPACE = "aten";
  private static final String ENDING = ".yaml";

  /**
   * Checks that each operator and each Java class occurs once.
   *
   * @throws DuplicateOperator if one occurs twice
   */
  public OperatorCatalog {
    families = List.copyOf(families);
    Map<String, Place> seen = new HashMap<>();
    for (OperatorFamily family : families) {
      for (OperatorEntry entry : family.entries()) {
        claim(seen, entry);
      }
    }
  }

  private static void claim(Map<String, Place> seen, OperatorEntry entry) {
    for (OperatorEntry.Form form : entry.forms()) {
      claim(seen, form.schema().name().toString(), form.place());
      claim(seen, "class " + Names.classOf(form.schema().name()), form.place());
    }
    if (entry.structure().isPresent()) {
      OperatorEntry.Form main = entry.main();
      claim(seen, "class " + Names.structureOf(main.schema().name()), main.place());
    }
  }

  private static void claim(Map<String, Place> seen, String name, Place place) {
    Place first = seen.putIfAbsent(name, place);
    if (first != null) {
      throw new DuplicateOperator(place, name, first);
    }
  }

  /**
   * Reads all files of a folder.
   *
   * @throws FaultyInput if a file has an error
   */
  public static OperatorCatalog read(Path folder) throws IOException {
    List<OperatorFamily> families = new ArrayList<>();
    for (Path file : files(folder)) {
      String name = file.getFileName().toString();
      families.add(
          OperatorFamily.read(
              name.substring(0, name.length() - ENDING.length()),
              Files.readString(file),
              NAMESPACE));
    }
    return new OperatorCatalog(families);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
    }
  }

  /** Lists the entries of all families. */
  public List<OperatorEntry> entries() {
    return families.stream().flatMap(family -> family.entries().stream()).toList();
  }

  /** Lists all overloads. */
  public List<OperatorEntry.Form> forms() {
    return entries().stream().flatMap(entry -> entry.forms().stream()).toList();
  }

  /** Finds an overload by its name without the namespace, such as {@code add.Tensor}. */
  public Optional<OperatorEntry.Form> find(String name) {
    String wanted = NAMESPACE + "::" + name;
    return forms().stream()
        .filter(form -> form.schema().name().toString().equals(wanted))
        .findFirst();
  }
}
