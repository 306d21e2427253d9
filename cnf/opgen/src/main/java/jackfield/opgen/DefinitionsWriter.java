package jackfield.opgen;

import jackfield.opgen.OperatorEntry.Composite;
import jackfield.opgen.OperatorEntry.Form;
import jackfield.opgen.OperatorEntry.KeyKernel;
import jackfield.opgen.OperatorEntry.MethodReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the class that defines the operators and registers the kernels that need no backend. */
final class DefinitionsWriter {
  private static final String CLASS =
      """
      package jackfield.aten.library;

      %imports%
      %kernelImports%

      /** Defines the operators and registers the kernels that need no backend. */
      final class AtenDefinitions {
        private final Library library;
        private final BackendSelection selection;
        %fields%

        private AtenDefinitions(Library library) {
          this.library = library;
          this.selection = new BackendSelection(library.privateBackends());
          %construction%
        }

        static void define(Library library) {
          AtenDefinitions definitions = new AtenDefinitions(library);
          %families%
        }

        %methods%
      }
      """;
  private static final String FAMILY =
      """
      /** Defines the operators of {@code %name%.yaml}. */
      private void %method%() {
        %definitions%
        %composites%
        %kernels%
        %metas%
        %selections%
      }
      """;
  private static final String KERNEL =
      "library.kernel(%class%.TYPE, DispatchKey.%key%, %owner%::%method%);\n";
  private static final String META =
      "Aten.%constant%.register(library, DispatchKey.META, (%names%) -> {});\n";

  private final OperatorCatalog catalog;
  private final List<String> instances; // the classes whose instance methods are kernels

  private DefinitionsWriter(OperatorCatalog catalog) {
    this.catalog = catalog;
    Stream<String> ofKernels =
        methods(catalog).filter(MethodReference::isInstance).map(MethodReference::type);
    boolean isRandom = catalog.entries().stream().anyMatch(SelectionWriter::needsGenerators);
    this.instances =
        Stream.concat(isRandom ? Stream.of("Generators") : Stream.of(), ofKernels)
            .distinct()
            .sorted()
            .toList();
  }

  private static Stream<MethodReference> methods(OperatorCatalog catalog) {
    return catalog.entries().stream().flatMap(entry -> entry.kernelMethods().stream());
  }

  /** Returns the source of the class. */
  static String write(OperatorCatalog catalog) {
    return new DefinitionsWriter(catalog).write();
  }

  private String write() {
    return new Template(CLASS)
        .with(
            "imports",
            Imports.only(
                "BackendSelection",
                "DispatchKey",
                "DispatchKeySet",
                "Library",
                "List",
                "OperatorTags"))
        .with("kernelImports", operatorImports() + "\n" + kernelImports())
        .with("fields", perInstance("private final %1$s %2$s;\n"))
        .with("construction", construction())
        .with("families", joined(family -> "definitions." + method(family) + "();\n"))
        .with("methods", joined(DefinitionsWriter::family))
        .toString();
  }

  private String operatorImports() {
    return Stream.concat(
            Stream.of("Aten"),
            catalog.forms().stream().map(form -> Names.classOf(form.schema().name())))
        .map(type -> "import jackfield.aten." + type + ";")
        .collect(Collectors.joining("\n"));
  }

  private String kernelImports() {
    return Stream.concat(instances.stream(), methods(catalog).map(MethodReference::type))
        .distinct()
        .map(type -> "import jackfield.aten.composite." + type + ";")
        .collect(Collectors.joining("\n"));
  }

  private String construction() {
    return instances.isEmpty()
        ? ""
        : "Aten aten = Aten.of(library);\n" + perInstance("this.%2$s = new %1$s(aten);\n");
  }

  private String perInstance(String format) {
    return instances.stream()
        .map(type -> format.formatted(type, Names.small(type)))
        .collect(Collectors.joining());
  }

  private String joined(Function<OperatorFamily, String> text) {
    return catalog.families().stream().map(text).collect(Collectors.joining());
  }

  private static String method(OperatorFamily family) {
    return "define" + Names.capital(family.name());
  }

  private static String family(OperatorFamily family) {
    return new Template(FAMILY)
        .with("name", family.name())
        .with("method", method(family))
        .with("definitions", each(family, DefinitionsWriter::definitions))
        .with("composites", each(family, DefinitionsWriter::composite))
        .with("kernels", each(family, DefinitionsWriter::kernels))
        .with("metas", each(family, DefinitionsWriter::meta))
        .with("selections", each(family, SelectionWriter::write))
        .toString();
  }

  private static String each(OperatorFamily family, Function<OperatorEntry, String> text) {
    return family.entries().stream().map(text).collect(Collectors.joining());
  }

  private static String definitions(OperatorEntry entry) {
    String tags = tags(entry);
    return entry.forms().stream()
        .map(form -> Names.classOf(form.schema().name()) + ".TYPE" + tags)
        .map(arguments -> "library.define(" + arguments + ");\n")
        .collect(Collectors.joining());
  }

  /**
   * Returns the tags that the dispatcher knows, as a further argument; other tags are not
   * generated.
   */
  private static String tags(OperatorEntry entry) {
    List<String> heeded = new ArrayList<>();
    if (entry.tags().contains("not_observed")) {
      heeded.add("OperatorTags.NOT_OBSERVED");
    }
    if (entry.tags().contains("nondeterministic_seeded")) {
      heeded.add("OperatorTags.RANDOM");
    }
    if (entry.tags().contains("transfers")) {
      heeded.add("OperatorTags.TRANSFERS");
    }
    return heeded.isEmpty() ? "" : ", List.of(%s)".formatted(String.join(", ", heeded));
  }

  private static String composite(OperatorEntry entry) {
    if (entry.composite().isEmpty()) {
      return "";
    }
    Composite composite = entry.composite().get();
    String key = "COMPOSITE_" + composite.kind() + "_AUTOGRAD";
    return kernel(entry.main(), key, composite.kernel());
  }

  private static String kernels(OperatorEntry entry) {
    StringBuilder text = new StringBuilder();
    for (KeyKernel kernel : entry.kernels()) {
      text.append(kernel(entry.main(), kernel.key().name(), kernel.kernel()));
    }
    return text.toString();
  }

  private static String kernel(Form form, String key, MethodReference kernel) {
    return new Template(KERNEL)
        .with("class", Names.classOf(form.schema().name()))
        .with("key", key)
        .with("owner", kernel.isInstance() ? Names.small(kernel.type()) : kernel.type())
        .with("method", kernel.method())
        .toString();
  }

  /** Returns an empty body: the rule determines the result's shape and type. */
  private static String meta(OperatorEntry entry) {
    if (entry.structure().isEmpty()) {
      return "";
    }
    return new Template(META)
        .with("constant", Names.structureConstantOf(entry.main().schema().name()))
        .with("names", StructureWriter.bodyNames(entry))
        .toString();
  }
}
