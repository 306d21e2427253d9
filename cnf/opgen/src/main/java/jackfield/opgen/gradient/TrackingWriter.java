package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Composite;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import jackfield.opgen.operator.FamilyTypesWriter;
import jackfield.opgen.operator.Imports;
import jackfield.opgen.operator.KernelSwitch;
import jackfield.opgen.operator.OperatorFields;
import jackfield.schema.SchemaType.ListOf;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the class with the kernels that count in-place changes and link views, for the operators
 * of one file. The alias annotations of the schemas determine which operators need one.
 */
final class TrackingWriter {
  private static final String CLASS =
      """
      package jackfield.feature.autograd.kernel;

      %imports%

      /** Counts in-place changes and links views for the operators of {@code %name%.yaml}. */
      final class %class% implements KernelSource {
        private final KernelRegistrar kernels;
        %fields%

        %class%(KernelRegistrar kernels) {
          this.kernels = kernels;
        }

        /** Registers the kernels. */
        void register() {
          %registrations%
        }

        @Override
        public Object kernel(int number) {
          %making%
        }

        %methods%
        %accessors%
        %kernels%
      }
      """;
  private static final String CHANGE =
      """
      private %result% %method%(long keys%declarations%) {
        %checks%
        %keep%%redispatch%;
        %counts%
        %return%
      }

      """;
  private static final String VIEW =
      """
      private %result% %method%(long keys%declarations%) {
        return ViewTracking.%note%(%source%, %redispatch%);
      }

      """;

  private static final String GUARDED =
      """
      private %result% %method%Below(long keys%declarations%) {
        try (Guard _ = DispatchContext.current().belowInplaceOrView()) {
          return %operator%.redispatch(%below%%names%);
        }
      }

      """;
  private static final String BELOW = "keys & KeySets.AFTER_AD_INPLACE_OR_VIEW.bits()";

  private final String className;
  private final Set<String> operators = new LinkedHashSet<>();
  private final Set<String> imports = new LinkedHashSet<>();
  private final KernelSwitch kernels = new KernelSwitch();
  private final StringBuilder registrations = new StringBuilder();
  private final StringBuilder methods = new StringBuilder();

  private TrackingWriter(String className) {
    this.className = className;
  }

  /**
   * Returns the source, or nothing if no operator of the file needs tracking.
   *
   * @param untracked the operators whose results autograd does not treat as views
   * @param byHand the operators that have hand-written kernels
   */
  static Optional<String> write(
      OperatorFamily family, Set<OperatorEntry> untracked, Set<OperatorEntry> byHand) {
    TrackingWriter writer = new TrackingWriter(Names.capital(family.name()) + "Tracking");
    family.entries().stream()
        .filter(entry -> !isImplicit(entry) && !byHand.contains(entry))
        .forEach(entry -> entry.forms().forEach(form -> writer.form(entry, form, untracked)));
    return writer.operators.isEmpty() ? Optional.empty() : Optional.of(writer.write(family.name()));
  }

  /** Returns whether a form changes an argument or returns a view of one. */
  static boolean isTracked(Form form) {
    return Stream.concat(form.schema().arguments().stream(), form.schema().returns().stream())
        .anyMatch(each -> each.alias().isPresent());
  }

  private static boolean isImplicit(OperatorEntry entry) {
    return entry.composite().map(Composite::kind).equals(Optional.of(Composite.Kind.IMPLICIT));
  }

  private String write(String name) {
    imports.addAll(operators);
    return new Template(CLASS)
        .with("imports", GradientImports.with(imports) + "\n" + keyedImports())
        .with("name", name)
        .with("class", className)
        .with("fields", OperatorFields.fields(operators))
        .with("accessors", OperatorFields.accessors(operators, "kernels"))
        .with("registrations", registrations.toString())
        .with("methods", methods.toString())
        .with("making", kernels.making())
        .with("kernels", kernels.write())
        .toString();
  }

  private String keyedImports() {
    return Imports.keyed(kernels.signatures().stream().filter(Signature::isShared).toList());
  }

  private void form(OperatorEntry entry, Form form, Set<OperatorEntry> untracked) {
    Signature signature = Signature.of(form);
    List<Parameter> written =
        signature.parameters().stream().filter(each -> each.argument().isWritten()).toList();
    Optional<Parameter> source = source(signature);
    boolean isGuarded = KernelWriter.isComposed(entry);
    if (!written.isEmpty()) {
      add(signature, isGuarded, change(base(CHANGE, signature, isGuarded), signature, written));
    } else if (source.isPresent() && !untracked.contains(entry)) {
      add(signature, isGuarded, view(base(VIEW, signature, isGuarded), signature, source.get()));
    }
  }

  private void add(Signature signature, boolean isGuarded, String method) {
    String type = signature.className();
    String call =
        "%s.this.%s(keys%s)"
            .formatted(className, Names.small(type), KernelSwitch.arguments(signature));
    operators.add(type);
    imports.add(FamilyTypesWriter.className(signature.form()));
    registrations.append(
        "kernels.deferred(%s, DispatchKey.AD_INPLACE_OR_VIEW, this, %d);\n"
            .formatted(FamilyTypesWriter.type(signature.form()), kernels.add(signature, call)));
    methods.append(method);
    if (isGuarded) {
      methods.append(base(GUARDED, signature, true).with("below", BELOW));
    }
  }

  /** Returns the argument of which the result is a view, if there is one. */
  private static Optional<Parameter> source(Signature signature) {
    boolean isView =
        signature.form().schema().returns().stream().anyMatch(each -> each.alias().isPresent());
    return signature.parameters().stream()
        .filter(each -> isView && each.argument().alias().isPresent())
        .findFirst();
  }

  private static String change(Template template, Signature signature, List<Parameter> written) {
    StringBuilder checks = new StringBuilder();
    StringBuilder counts = new StringBuilder();
    for (Parameter each : written) {
      checks.append(
          "ViewTracking.checkCounted(%s, \"%s\");\n".formatted(each.name(), name(signature)));
      counts.append("ViewTracking.count(%s);\n".formatted(each.name()));
    }
    boolean isKept = !signature.results().isEmpty();
    return template
        .with("checks", checks.toString())
        .with("counts", counts.toString())
        .with("keep", isKept ? signature.qualifiedResultType() + " result = " : "")
        .with("return", isKept ? "return result;" : "")
        .toString();
  }

  private static String view(Template template, Signature signature, Parameter source) {
    boolean isList = signature.form().schema().returns().getFirst().type() instanceof ListOf;
    return template
        .with("note", isList ? "views" : "view")
        .with("source", source.name())
        .toString();
  }

  private static Template base(String template, Signature signature, boolean isGuarded) {
    String method = Names.small(signature.className());
    String operator = OperatorFields.read(signature.className());
    String names = signature.namesAfterFirst();
    return new Template(template)
        .with("method", method)
        .with("operator", operator)
        .with("result", signature.qualifiedResultType())
        .with("declarations", signature.declarationsAfterFirst())
        .with("names", names)
        .with(
            "redispatch",
            isGuarded
                ? "%sBelow(keys%s)".formatted(method, names)
                : "%s.redispatch(%s%s)".formatted(operator, BELOW, names));
  }

  private static String name(Signature signature) {
    String name = signature.form().schema().name().toString();
    return name.substring(name.indexOf("::") + 2);
  }
}
