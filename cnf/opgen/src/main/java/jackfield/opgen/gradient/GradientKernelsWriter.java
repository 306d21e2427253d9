package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import jackfield.opgen.operator.FamilyTypesWriter;
import jackfield.opgen.operator.Imports;
import jackfield.opgen.operator.KernelSwitch;
import jackfield.opgen.operator.OperatorFields;
import java.util.LinkedHashSet;
import java.util.Set;

/** Writes the class with the recording kernels of one file. */
final class GradientKernelsWriter {
  private static final String CLASS =
      """
      package jackfield.feature.autograd.kernel;

      %imports%

      /** Records the operators of {@code %name%.yaml}. */
      final class %class% implements KernelSource {
        private final KernelRegistrar kernels;
        private final Histories histories;
        %fields%

        %class%(KernelRegistrar kernels, Histories histories) {
          this.kernels = kernels;
          this.histories = histories;
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
  private static final String CLONE = "Clone";

  private final DerivativeFamily family;
  private final Set<String> operators = new LinkedHashSet<>();
  private final Set<String> imports = new LinkedHashSet<>();
  private final KernelSwitch kernels = new KernelSwitch();
  private final StringBuilder registrations = new StringBuilder();
  private final StringBuilder methods = new StringBuilder();

  private GradientKernelsWriter(DerivativeFamily family) {
    this.family = family;
  }

  /** Returns the source. */
  static String write(DerivativeFamily family) {
    return new GradientKernelsWriter(family).write();
  }

  private String write() {
    for (Derivative derivative : family.derivatives()) {
      for (Form form : derivative.entry().operator().forms()) {
        kernel(form, new KernelWriter(family, derivative, form).write());
      }
    }
    for (DerivativeEntry entry : family.none().stream().filter(each -> !each.isByHand()).toList()) {
      for (Form form : entry.operator().forms()) {
        if (entry.isRefused()) {
          refused(form);
        } else {
          withoutGradient(entry.operator(), form);
        }
      }
    }
    if (methods.indexOf(OperatorFields.read(CLONE)) >= 0) {
      operators.add(CLONE);
    }
    imports.addAll(operators);
    return new Template(CLASS)
        .with("imports", GradientImports.with(imports) + "\n" + keyedImports())
        .with("name", family.name())
        .with("class", family.classPrefix() + "Kernels")
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

  /** Registers the kernel that records and throws when its results are differentiated. */
  private void refused(Form form) {
    imports.add(FamilyTypesWriter.className(form));
    registrations.append(
        "kernels.boxed(%s.name(), DispatchKey.AUTOGRAD, new AutogradFallback(histories));\n"
            .formatted(FamilyTypesWriter.type(form)));
  }

  private void withoutGradient(OperatorEntry operator, Form form) {
    if (KernelWriter.isInPlace(form)) {
      kernel(form, KernelWriter.writeZeros(form));
      return;
    }
    if (KernelWriter.isGuarded(operator, form)) {
      kernel(form, KernelWriter.writeGuarded(form));
      return;
    }
    imports.add(FamilyTypesWriter.className(form));
    registrations.append(
        "kernels.fallthrough(%s.name(), DispatchKey.AUTOGRAD);\n"
            .formatted(FamilyTypesWriter.type(form)));
  }

  private void kernel(Form form, String method) {
    Signature signature = Signature.of(form);
    String type = signature.className();
    String call =
        "%sKernels.this.%s(keys%s)"
            .formatted(family.classPrefix(), Names.small(type), KernelSwitch.arguments(signature));
    operators.add(type);
    imports.add(FamilyTypesWriter.className(form));
    registrations.append(
        "kernels.deferred(%s, DispatchKey.AUTOGRAD, this, %d);\n"
            .formatted(FamilyTypesWriter.type(form), kernels.add(signature, call)));
    methods.append(method);
  }
}
