package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the class of the structured operators of one file. Registrations name the forms by their
 * numbers, so the class of a structure is loaded when one of its kernels is first needed.
 */
final class FamilyStructuresWriter {
  private static final String CLASS =
      """
      package jackfield.aten;

      %imports%

      /**
       * The structured operators of {@code %name%.yaml}, by their numbers. The class of a structure
       * is loaded when one of its kernels is first needed.
       *
       * @param <B> the body's functional interface
       */
      final class %class%<B> implements StructuredType<B> {
        private final int number;

        %class%(int number) {
          this.number = number;
        }

        @Override
        public void register(KernelRegistrar kernels, DispatchKey key, KernelSource bodies, int body) {
          KernelSource forms = new Forms(number, kernels, key, bodies, body);
          switch (number) {
            %registrations%
            default -> throw unknown(number);
          }
        }

        private static IllegalStateException unknown(int number) {
          return new IllegalStateException("no structure " + number);
        }

        /** The kernels of one structure with one body, by the numbers of their forms. */
        private record Forms(
            int structure, KernelRegistrar kernels, DispatchKey key, KernelSource bodies, int body)
            implements KernelSource {
          @Override
          public Object kernel(int form) {
            Object made = bodies.kernel(body);
            Outputs outputs = StructuredOutputs.of(kernels, key);
            return switch (structure) {
              %kernels%
              default -> throw unknown(structure);
            };
          }
        }
      }
      """;

  private final OperatorFamily family;
  private final List<OperatorEntry> structured;

  private FamilyStructuresWriter(OperatorFamily family) {
    this.family = family;
    this.structured = structured(family);
  }

  /** Returns the structured operators of a file; their numbers are their positions. */
  static List<OperatorEntry> structured(OperatorFamily family) {
    return family.entries().stream().filter(entry -> entry.structure().isPresent()).toList();
  }

  /** Returns the name of the class for a file. */
  static String className(OperatorFamily family) {
    return Names.capital(family.name()) + "Structures";
  }

  /** Returns the source of the class. */
  static String write(OperatorFamily family) {
    return new FamilyStructuresWriter(family).write();
  }

  private String write() {
    return new Template(CLASS)
        .with(
            "imports",
            Imports.only("DispatchKey", "KernelRegistrar", "KernelSource", "Outputs")
                + "\n"
                + Imports.only("StructuredType"))
        .with("name", family.name())
        .with("class", className(family))
        .with("registrations", each(this::registrations))
        .with("kernels", each(this::kernel))
        .toString();
  }

  private String each(IntFunction<String> text) {
    return IntStream.range(0, structured.size()).mapToObj(text).collect(Collectors.joining());
  }

  private String registrations(int number) {
    List<Form> forms = structured.get(number).forms();
    return IntStream.range(0, forms.size())
        .mapToObj(form ->
            "kernels.deferred(%s, key, forms, %d);\n"
                .formatted(FamilyTypesWriter.type(forms.get(form)), form))
        .collect(Collectors.joining("", "case %d -> {\n".formatted(number), "}\n"));
  }

  private String kernel(int number) {
    String type = Names.structureOf(structured.get(number).main().schema().name());
    return "case %d -> %s.kernel(form, (%s.Body) made, outputs);\n".formatted(number, type, type);
  }
}
