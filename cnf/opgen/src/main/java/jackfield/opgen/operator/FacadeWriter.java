package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the class that has a method for every operator. */
final class FacadeWriter {
  private static final String CLASS =
      """
      package jackfield.aten;

      %imports%

      /**
       * The operators of namespace aten as methods. Arguments that have defaults may be left out
       * from the last; {@code null} stands for None.
       *
       * <p>The facade stays valid while bundles are plugged and unplugged: each call runs the kernels
       * that are plugged at that time. An operator gets its dispatch table at its first call. Kernels
       * are registered with the constants. There is one constant for each operator; the plain name
       * stands for all forms of the operator.
       *
       * <p><em>Shapes</em>: operands of elementwise operators are broadcast. A negative dimension
       * counts from the last one.
       *
       * <p><em>Types</em>: operands of several types are promoted, see {@link
       * jackfield.aten.kernel.TypePromotion}. The {@code reduction} of a loss is 0 for none, 1 for the
       * mean, 2 for the sum.
       *
       * <p><em>Errors</em>: {@link jackfield.tensor.ShapeMismatch} for sizes that do not fit, {@link
       * jackfield.tensor.TypeMismatch} for element types or devices that do not, {@link
       * jackfield.error.InvalidArgument} for other arguments, {@link jackfield.boxing.NullArgument} for
       * null where the schema has no None; such a call changes no argument. {@link
       * jackfield.kernel.NoKernel} if no plugged kernel accepts the arguments, {@link
       * jackfield.kernel.NoSuchOperator} while the operators are not defined.
       *
       * <p><em>Threads</em>: safe for use by several threads.
       */
      public final class Aten {
        %constants%

        /** Creates typed operators. */
        private interface Operators {
          <O extends Operator> O operator(OperatorType<O, ?, ?> type);
        }

        private final Operators operators;
        %fields%

        private Aten(Operators operators) {
          this.operators = operators;
        }

        /** Returns a facade whose calls go through {@code dispatcher}. */
        public static Aten of(Dispatcher dispatcher) {
          return new Aten((Operators) dispatcher::operator);
        }

        /** Returns a facade for kernels that call other operators. */
        public static Aten of(KernelRegistrar kernels) {
          return new Aten((Operators) kernels::operator);
        }

        %methods%

        %accessors%
      }
      """;

  private final OperatorCatalog catalog;
  private final List<Signature> signatures;

  private FacadeWriter(OperatorCatalog catalog) {
    this.catalog = catalog;
    this.signatures = catalog.forms().stream().map(Signature::of).toList();
  }

  /** Returns the source of the facade. */
  static String write(OperatorCatalog catalog) {
    return new FacadeWriter(catalog).write();
  }

  private String write() {
    return new Template(CLASS)
        .with("imports", imports() + "\n" + signatureImports())
        .with("constants", constants())
        .with("fields", OperatorFields.fields(classes()))
        .with("methods", methods())
        .with("accessors", OperatorFields.accessors(classes(), "operators"))
        .toString();
  }

  private static String imports() {
    return Imports.only(
        "DType",
        "Device",
        "Dispatcher",
        "Generator",
        "KernelRegistrar",
        "Layout",
        "MemoryFormat",
        "Operator",
        "OperatorType",
        "Scalar",
        "StructuredType",
        "Tensor");
  }

  private String signatureImports() {
    return signatures.stream()
        .filter(Signature::isShared)
        .map(signature -> Imports.signature(signature.shared().className()))
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  private List<String> classes() {
    return signatures.stream().map(Signature::className).toList();
  }

  /**
   * Returns the constants. A family gets the plain name, which the operator of that name would have
   * otherwise; the operator's own type is its TYPE.
   */
  private String constants() {
    Map<String, String> constants = new LinkedHashMap<>();
    for (OperatorFamily family : catalog.families()) {
      for (OperatorEntry entry : FamilyStructuresWriter.structured(family)) {
        constants.put(
            Names.structureConstantOf(entry.main().schema().name()),
            constant(
                "/** The forms of {@code %name%}, for kernels. */",
                structure(family, entry), entry.main()));
      }
    }
    for (Form form : catalog.forms()) {
      constants.putIfAbsent(
          Names.constantOf(form.schema().name()),
          constant("/** The type of {@code %name%}. */", type(form), form));
    }
    // A constant T would hide class T, and with it T.TYPE.
    catalog.forms().forEach(form -> constants.remove(Names.classOf(form.schema().name())));
    return String.join("\n", constants.values());
  }

  private static String constant(String javadoc, String declaration, Form form) {
    String name = form.schema().name().toString();
    return javadoc.replace("%name%", name) + "\npublic static final " + declaration + ";\n";
  }

  private static String structure(OperatorFamily family, OperatorEntry entry) {
    int number = FamilyStructuresWriter.structured(family).indexOf(entry);
    return new Template("StructuredType<%class%.Body> %constant% = new %family%<>(%number%)")
        .with("class", Names.structureOf(entry.main().schema().name()))
        .with("family", FamilyStructuresWriter.className(family))
        .with("number", Integer.toString(number))
        .with("constant", Names.structureConstantOf(entry.main().schema().name()))
        .toString();
  }

  private static String type(Form form) {
    Signature signature = Signature.of(form);
    String type =
        signature.isShared()
            ? signature.shared().className() + "<%class%>"
            : "OperatorType<%class%, %class%.Keyed, %class%.Kernel>";
    return new Template(type + " %constant% = " + FamilyTypesWriter.type(form))
        .with("class", signature.className())
        .with("constant", Names.constantOf(form.schema().name()))
        .toString();
  }

  /**
   * Of methods that would have the same Java signature, the one with the smallest distance is kept.
   */
  private String methods() {
    List<FacadeMethod> all = new ArrayList<>();
    for (OperatorEntry entry : catalog.entries()) {
      entry.forms().forEach(form -> all.addAll(FacadeMethod.of(entry, form)));
    }
    Map<String, FacadeMethod> kept =
        all.stream()
            .sorted(Comparator.comparingInt(FacadeMethod::distance))
            .collect(
                Collectors.toMap(FacadeMethod::erasure, Function.identity(), (first, _) -> first));
    Set<FacadeMethod> written = Set.copyOf(kept.values());
    return all.stream()
        .filter(written::contains)
        .map(method -> method.write(kept.keySet()))
        .collect(Collectors.joining("\n"));
  }
}
