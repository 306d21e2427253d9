package jackfield.feature.autograd;

import jackfield.feature.autograd.history.StructuralFormulas;
import jackfield.feature.autograd.kernel.GeneratedFormulas;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.GradientNode;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;

/**
 * Runs all formulas of this bundle: those of operators and {@link StructuralFormulas}. The first
 * backward run creates them.
 */
final class Formulas implements GradientRuntime.Runner {
  private final KernelRegistrar kernels;
  private volatile StructuralFormulas structural; // null until the first run
  private volatile GeneratedFormulas generated; // null until the first run

  Formulas(KernelRegistrar kernels) {
    this.kernels = kernels;
  }

  @Override
  public Tensor[] run(GradientNode node, Tensor[] gradients, GradientRuntime.Wanted wanted) {
    return StructuralFormulas.has(node.formula())
        ? structural().run(node, gradients, wanted)
        : generated().run(node, gradients, wanted);
  }

  // Two threads may create the formulas; they have no state but the operators that they call.
  private StructuralFormulas structural() {
    StructuralFormulas known = structural;
    if (known == null) {
      known = new StructuralFormulas(kernels);
      structural = known;
    }
    return known;
  }

  private GeneratedFormulas generated() {
    GeneratedFormulas known = generated;
    if (known == null) {
      known = new GeneratedFormulas(kernels);
      generated = known;
    }
    return known;
  }

  @Override
  public String formulaName(int formula) {
    return StructuralFormulas.has(formula)
        ? StructuralFormulas.name(formula)
        : GeneratedFormulas.name(formula);
  }
}
