package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.java.Template;
import java.util.stream.Collectors;

/** Writes the class that defines all operators, family by family. */
final class DefinitionsWriter {
  private static final String CLASS =
      """
      package jackfield.aten.library;

      import jackfield.spi.Library;

      /** Defines the operators and registers the kernels that need no backend. */
      final class AtenDefinitions {
        private final Library library;
        private AtenKernels kernels; // null until a kernel is made; guarded by this

        private AtenDefinitions(Library library) {
          this.library = library;
        }

        static void define(Library library) {
          AtenDefinitions all = new AtenDefinitions(library);
          %families%
        }

        /** Returns the objects that kernels share; the first call creates them. */
        synchronized AtenKernels kernels() {
          if (kernels == null) {
            kernels = new AtenKernels(library);
          }
          return kernels;
        }
      }
      """;

  private DefinitionsWriter() {}

  /** Returns the source of the class. */
  static String write(OperatorCatalog catalog) {
    return new Template(CLASS)
        .with(
            "families",
            catalog.families().stream()
                .map(family ->
                    "new %s(library, all).define();\n"
                        .formatted(FamilyDefinitionsWriter.className(family)))
                .collect(Collectors.joining()))
        .toString();
  }
}
