package jackfield.opgen.gradient;

import jackfield.opgen.java.Template;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the classes that list all formulas and all kernels. */
final class GradientRegistryWriter {
  /** More than a file has formulas. */
  private static final int RANGE = 1 << 16;

  private static final String FORMULAS =
      """
      package jackfield.feature.autograd.kernel;

      import jackfield.spi.KernelRegistrar;
      import jackfield.tensor.GradientNode;
      import jackfield.tensor.GradientRuntime;
      import jackfield.tensor.Tensor;

      /**
       * All formulas by their numbers. Each file of derivatives has a range of numbers, so a new
       * formula changes the class of its own file only.
       */
      public final class GeneratedFormulas {
        private static final int RANGE = %range%;
        %ranges%
        %fields%

        /** Creates the formulas, which call the operators of a dispatcher. */
        public GeneratedFormulas(KernelRegistrar kernels) {
          %construction%
        }

        /** Runs the formula of {@code node}. */
        public Tensor[] run(GradientNode node, Tensor[] incoming, GradientRuntime.Wanted wanted) {
          return switch (node.formula() / RANGE * RANGE) {
            %runs%
            default -> throw unknown(node.formula());
          };
        }

        /** Returns the operator that a formula belongs to. */
        public static String name(int formula) {
          return switch (formula / RANGE * RANGE) {
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
  static String formulas(List<DerivativeFamily> all) {
    List<DerivativeFamily> families =
        all.stream().filter(family -> !family.derivatives().isEmpty()).toList();
    return new Template(FORMULAS)
        .with("range", Integer.toString(RANGE))
        .with("ranges", ranges(families))
        .with("fields", each(families, "private final %1$sFormulas %2$s;\n"))
        .with("construction", each(families, "this.%2$s = new %1$sFormulas(kernels);\n"))
        .with("runs", each(families, "case %3$s -> %2$s.run(node, incoming, wanted);\n"))
        .with("names", each(families, "case %3$s -> %1$sFormulas.name(formula);\n"))
        .toString();
  }

  /** Returns the source of the class of all kernels, which the given expressions create. */
  static String kernels(List<String> registered) {
    return new Template(KERNELS)
        .with(
            "registrations",
            registered.stream()
                .map(expression -> expression + ".register();\n")
                .collect(Collectors.joining()))
        .toString();
  }

  /** The number of each file's first formula; the first range has the hand-written formulas. */
  private static String ranges(List<DerivativeFamily> families) {
    return IntStream.range(0, families.size())
        .mapToObj(
            i -> "static final int %s = %d * RANGE;\n".formatted(families.get(i).constant(), i + 1))
        .collect(Collectors.joining());
  }

  private static String each(List<DerivativeFamily> families, String line) {
    return families.stream()
        .map(family -> line.formatted(family.classPrefix(), family.name(), family.constant()))
        .collect(Collectors.joining());
  }
}
