package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;

/** The loops of formulas of several inputs and numbers. */
public final class FormulaLoops {
  private static final Template<PointwiseLoop> TEMPLATE =
      new Template<>(MethodHandles.lookup(), FormulaLoop.class, Arithmetic.class, Formulas.class);

  private static final Template<PointwiseLoop> QUANTILES =
      new Template<>(MethodHandles.lookup(), FormulaLoop.class, Quantiles.class);

  private FormulaLoops() {}

  /**
   * Returns the loops of a formula.
   *
   * @param name the name of a method of {@code Formulas}
   * @param inputs the number of inputs
   */
  public static ByType<PointwiseLoop> of(String name, int inputs) {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), name, inputs));
  }

  /**
   * Returns the loop of a quantile of float64 numbers between 0 and 1.
   *
   * @param name the name of a method of {@code Quantiles}
   * @param inputs the number of inputs
   */
  public static PointwiseLoop quantile(String name, int inputs) {
    return QUANTILES.stamp(Lanes.of(DType.FLOAT64), name, inputs);
  }
}
