package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.JavaDefaults;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes the class with the types of the operators of one file. Registrations name operators by
 * these constants, so they do not load the operators' classes.
 */
public final class FamilyTypesWriter {
  // The result type is Object: else the verifier would load every operator class of the file.
  private static final String CLASS =
      """
      package jackfield.aten;

      %imports%
      import java.util.function.Supplier;

      /**
       * The types of the operators of {@code %name%.yaml}. The class of an operator is loaded when
       * the operator is first requested, not by its type.
       */
      public final class %class% {
        %types%

        private %class%() {}

        /** Creates the operator with a number. */
        private record Factory(int number) implements Supplier<Object> {
          @Override
          public Object get() {
            switch (number) {
              %cases%
              default:
                throw new IllegalStateException("no operator " + number);
            }
          }
        }
      }
      """;
  private static final String SHARED =
      """
      /** The type of {@code %name%}. */
      public static final %signature%<%class%> %constant% =
          new %signature%<>(OperatorSchema.deferred(%schema%), new Factory(%number%));

      """;
  private static final String OWN =
      """
      /** The type of {@code %name%}. */
      public static final OperatorType<%class%, %class%.Keyed, %class%.Kernel> %constant% =
          new %class%.Type<>();

      """;

  private final OperatorFamily family;
  private final List<Signature> shared;

  private FamilyTypesWriter(OperatorFamily family) {
    this.family = family;
    this.shared = signatures(family).filter(Signature::isShared).toList();
  }

  /** Returns the name of the class for a file. */
  public static String className(OperatorFamily family) {
    return className(family.name());
  }

  /** Returns the name of the class with the type of an overload. */
  public static String className(Form form) {
    return className(form.place().file().replace(".yaml", ""));
  }

  private static String className(String file) {
    return Names.capital(file) + "Operators";
  }

  /** Returns the expression for the type of an overload. */
  public static String type(Form form) {
    return className(form) + "." + Names.constantOf(form.schema().name());
  }

  /** Returns the source of the class. */
  static String write(OperatorFamily family) {
    return new FamilyTypesWriter(family).write();
  }

  private String write() {
    return new Template(CLASS)
        .with(
            "imports",
            Imports.only("OperatorSchema", "OperatorType") + "\n" + Imports.keyed(shared))
        .with("name", family.name())
        .with("class", className(family))
        .with("types", signatures(family).map(this::type).collect(Collectors.joining()))
        .with("cases", cases())
        .toString();
  }

  private static Stream<Signature> signatures(OperatorFamily family) {
    return family.entries().stream().flatMap(entry -> entry.forms().stream()).map(Signature::of);
  }

  private String type(Signature signature) {
    Form form = signature.form();
    Template type =
        signature.isShared()
            ? new Template(SHARED)
                .with("signature", signature.shared().className())
                .with("schema", JavaDefaults.quoted(form.text()))
                .with("number", "" + shared.indexOf(signature))
            : new Template(OWN);
    return type.with("name", form.schema().name().toString())
        .with("class", signature.className())
        .with("constant", Names.constantOf(form.schema().name()))
        .toString();
  }

  private String cases() {
    return IntStream.range(0, shared.size())
        .mapToObj(i -> "case %d:\nreturn new %s();\n".formatted(i, shared.get(i).className()))
        .collect(Collectors.joining());
  }
}
