package jackfield.opgen;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the classes that list all formulas and all kernels. */
final class GradientRegistryWriter {
  private static final String FORMULAS =
      """
      package jackfield.feature.autograd.kernel;

      import jackfield.spi.KernelRegistrar;
      import jackfield.tensor.GradientNode;
      import jackfield.tensor.GradientRuntime;
      import jackfield.tensor.Tensor;

      /** All formulas by their numbers. */
      public final class GeneratedFormulas {
        %fields%

        /** Creates the formulas, which call the operators of a dispatcher. */
        public GeneratedFormulas(KernelRegistrar kernels) {
          %construction%
        }

        /** Runs the formula of {@code node}. */
        public Tensor[] run(GradientNode node, Tensor[] incoming, GradientRuntime.Wanted wanted) {
          return switch (node.formula()) {
            %runs%
            default -> throw unknown(node.formula());
          };
        }

        /** Returns the operator that a formula belongs to. */
        public static String name(int formula) {
          return switch (formula) {
            %names%
            default -> throw unknown(formula);
          };
        }

        private static IllegalArgumentException unknown(int formula) {
          return new IllegalArgumentException("there is no formula " + formula);
        }
      }
      """;
  private static final String KERNELS =
      """
      package jackfield.feature.autograd.kernel;

      import jackfield.feature.autograd.history.Histories;
      import jackfield.spi.KernelRegistrar;

      /** All generated kernels. */
      public final class GeneratedKernels {
        private GeneratedKernels() {}

        /** Registers the kernels. */
        public static void register(KernelRegistrar kernels, Histories histories) {
          %registrations%
        }
      }
      """;

  private GradientRegistryWriter() {}

  /** Returns the source of the class of all formulas. */
  static String formulas(List<DerivativeFamily> families) {
    return new Template(FORMULAS)
        .with("fields", each(families, "private final %1$sFormulas %2$s;\n"))
        .with("construction", each(families, "this.%2$s = new %1$sFormulas(kernels);\n"))
        .with("runs", cases(families, "%3$s.%4$s(node, incoming, wanted)"))
        .with("names", cases(families, "\"%5$s\""))
        .toString();
  }

  /** Returns the source of the class of all kernels, which the given expressions create. */
  static String kernels(List<String> registered) {
    return new Template(KERNELS)
        .with(
            "registrations",
            registered.stream()
                .map(expression -> expression + ".register(kernels);\n")
                .collect(Collectors.joining()))
        .toString();
  }

  private static String each(List<DerivativeFamily> families, String line) {
    return families.stream()
        .map(family -> line.formatted(family.classPrefix(), family.name()))
        .collect(Collectors.joining());
  }

  private static String cases(List<DerivativeFamily> families, String value) {
    Function<DerivativeFamily, String> all =
        family ->
            family.derivatives().stream()
                .map(each ->
                    ("case %1$sFormulas.%2$s -> " + value + ";\n")
                        .formatted(
                            family.classPrefix(),
                            each.constant(),
                            family.name(),
                            each.method(),
                            each.operatorName()))
                .collect(Collectors.joining());
    return families.stream().map(all).collect(Collectors.joining());
  }
}
