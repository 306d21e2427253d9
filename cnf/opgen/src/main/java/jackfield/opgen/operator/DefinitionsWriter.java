package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.MethodReference;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the class that defines all operators, family by family, with what families share. */
final class DefinitionsWriter {
  private static final String CLASS =
      """
      package jackfield.aten.library;

      import jackfield.aten.Aten;
      import jackfield.spi.Library;
      import jackfield.aten.composite.BackendSelection;
      %imports%

      /** Defines the operators and registers the kernels that need no backend. */
      final class AtenDefinitions {
        final BackendSelection selection;
        %facade%
        %fields%

        private AtenDefinitions(Library library) {
          this.selection = new BackendSelection(library.privateBackends());
          %construction%
        }

        static void define(Library library) {
          AtenDefinitions shared = new AtenDefinitions(library);
          %families%
        }
      }
      """;

  private final OperatorCatalog catalog;
  private final List<String> instances; // the classes whose instance methods kernels call

  private DefinitionsWriter(OperatorCatalog catalog) {
    this.catalog = catalog;
    Stream<String> ofKernels =
        catalog.entries().stream()
            .flatMap(entry -> entry.kernelMethods().stream())
            .filter(MethodReference::isInstance)
            .map(MethodReference::type);
    this.instances =
        Stream.of(
                ofKernels,
                needed("Generators", SelectionWriter::needsGenerators),
                needed("GivenResults", OperatorEntry::isCopied),
                needed("list.TensorLists", OperatorEntry::isEach))
            .flatMap(Function.identity())
            .distinct()
            .sorted()
            .toList();
  }

  private Stream<String> needed(String type, Predicate<OperatorEntry> user) {
    return catalog.entries().stream().anyMatch(user) ? Stream.of(type) : Stream.of();
  }

  /** Returns the source of the class. */
  static String write(OperatorCatalog catalog) {
    return new DefinitionsWriter(catalog).write();
  }

  private String write() {
    return new Template(CLASS)
        .with("imports", perInstance("import jackfield.aten.composite.%1$s;\n"))
        .with("facade", isFacadeUsed() ? "final Aten aten;" : "")
        .with("fields", perInstance("final %3$s %2$s;\n"))
        .with("construction", construction())
        .with(
            "families",
            joined(family ->
                "new %s(library, shared).define();\n"
                    .formatted(FamilyDefinitionsWriter.className(family))))
        .toString();
  }

  private String construction() {
    return isFacadeUsed()
        ? "this.aten = Aten.of(library);\n" + perInstance("this.%2$s = new %3$s(aten);\n")
        : "";
  }

  private boolean isFacadeUsed() {
    return !instances.isEmpty()
        || catalog.entries().stream()
            .flatMap(entry -> entry.composite().stream())
            .anyMatch(composite -> composite.kernel().isInstance());
  }

  private String perInstance(String format) {
    return instances.stream()
        .map(type -> format.formatted(type, Names.small(Names.simple(type)), Names.simple(type)))
        .collect(Collectors.joining());
  }

  private String joined(Function<OperatorFamily, String> text) {
    return catalog.families().stream().map(text).collect(Collectors.joining());
  }
}
