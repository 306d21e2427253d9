package jackfield.opgen;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the class that creates the operators of one file, so that no operator's type needs a class
 * of its own.
 */
final class FactoryWriter {
  // The result type is Object: else the verifier would load every operator class of the file.
  private static final String CLASS =
      """
      package jackfield.aten;

      import java.util.function.Supplier;

      /** Creates the operator of {@code %name%.yaml} with a number. */
      record %class%(int number) implements Supplier<Object> {
        @Override
        public Object get() {
          switch (number) {
            %cases%
            default:
              throw new IllegalStateException("no operator " + number);
          }
        }
      }
      """;

  private FactoryWriter() {}

  /** Returns the name of the class. */
  static String className(OperatorFamily family) {
    return Names.capital(family.name()) + "Operators";
  }

  private static List<OperatorEntry.Form> forms(OperatorFamily family) {
    return family.entries().stream()
        .flatMap(entry -> entry.forms().stream())
        .filter(form -> Signature.of(form).isShared())
        .toList();
  }

  /** Returns the number of an operator within its file. */
  static int number(OperatorFamily family, OperatorEntry.Form form) {
    return forms(family).indexOf(form);
  }

  /** Returns the source of the class. */
  static String write(OperatorFamily family) {
    List<OperatorEntry.Form> forms = forms(family);
    return new Template(CLASS)
        .with("name", family.name())
        .with("class", className(family))
        .with(
            "cases",
            IntStream.range(0, forms.size())
                .mapToObj(i ->
                    "case %d:\nreturn new %s();\n"
                        .formatted(i, Names.classOf(forms.get(i).schema().name())))
                .collect(Collectors.joining()))
        .toString();
  }
}
