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
   * Returns the loop of a method of another class of operations.
   *
   * @param inputs the number of inputs
   */
  public static PointwiseLoop of(Class<?> operations, String name, int inputs, DType type) {
    return new Template<PointwiseLoop>(MethodHandles.lookup(), FormulaLoop.class, operations)
        .stamp(Lanes.of(type), name, inputs);
  }
}
