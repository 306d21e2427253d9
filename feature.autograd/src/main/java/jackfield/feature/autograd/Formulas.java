package jackfield.feature.autograd;

import jackfield.feature.autograd.history.StructuralFormulas;
import jackfield.feature.autograd.kernel.GeneratedFormulas;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.GradientNode;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;

/** Runs all formulas of this bundle: those of operators and {@link StructuralFormulas}. */
final class Formulas implements GradientRuntime.Runner {
  private final StructuralFormulas structural;
  private final GeneratedFormulas generated;

  Formulas(KernelRegistrar kernels) {
    this.structural = new StructuralFormulas(kernels);
    this.generated = new GeneratedFormulas(kernels);
  }

  @Override
  public Tensor[] run(GradientNode node, Tensor[] gradients, GradientRuntime.Wanted wanted) {
    return StructuralFormulas.has(node.formula())
        ? structural.run(node, gradients, wanted)
        : generated.run(node, gradients, wanted);
  }

  @Override
  public String formulaName(int formula) {
    return StructuralFormulas.has(formula)
        ? StructuralFormulas.name(formula)
        : GeneratedFormulas.name(formula);
  }
}
