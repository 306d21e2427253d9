package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.MethodReference;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the class with the objects that the kernels of all families share. */
final class SharedKernelsWriter {
  private static final String CLASS =
      """
      package jackfield.aten.library;

      import jackfield.aten.Aten;
      import jackfield.spi.Library;
      import jackfield.aten.composite.BackendSelection;
      %imports%

      /** The objects that kernels without a backend share, created with the first such kernel. */
      final class AtenKernels {
        final BackendSelection selection;
        %facade%
        %fields%

        AtenKernels(Library library) {
          this.selection = new BackendSelection(library.privateBackends());
          %construction%
        }
      }
      """;

  private final OperatorCatalog catalog;
  private final List<String> instances; // the classes whose instance methods kernels call

  private SharedKernelsWriter(OperatorCatalog catalog) {
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
    return new SharedKernelsWriter(catalog).write();
  }

  private String write() {
    return new Template(CLASS)
        .with("imports", perInstance("import jackfield.aten.composite.%1$s;\n"))
        .with("facade", isFacadeUsed() ? "final Aten aten;" : "")
        .with("fields", perInstance("final %3$s %2$s;\n"))
        .with("construction", construction())
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
}
