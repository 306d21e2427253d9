package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** The loops of formulas of several inputs and numbers. */
public final class FormulaLoops {
  private static final Template<PointwiseLoop> TEMPLATE =
      new Template<>(MethodHandles.lookup(), FormulaLoop.class, Arithmetic.class, Formulas.class);

  private static final Template<PointwiseLoop> QUANTILES =
      new Template<>(MethodHandles.lookup(), FormulaLoop.class, Quantiles.class);

  private static final Template<PointwiseLoop> SINC =
      new Template<>(MethodHandles.lookup(), FormulaLoop.class, Functions.class, SineOfPi.class);

  private static final Template<PointwiseLoop> LOG_GAMMA = gamma(LogGamma.class);

  private static final Template<PointwiseLoop> DIGAMMA = gamma(Digamma.class);

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

  private static Template<PointwiseLoop> gamma(Class<?> steps) {
    return new Template<>(
        MethodHandles.lookup(),
        FormulaLoop.class,
        Functions.class,
        SineOfPi.class,
        GammaSteps.class,
        steps);
  }

  /** Returns sin(π a) / (π a); 1 for 0. */
  public static ByType<PointwiseLoop> sinc() {
    return byPrecision(SINC, "sinc", 1);
  }

  /**
   * Returns the loops of the steps of the logarithm of the gamma function. The first step has the
   * number, each other one also the result of the step before it.
   */
  public static List<ByType<PointwiseLoop>> logGamma() {
    return List.of(
        byPrecision(LOG_GAMMA, "near", 1),
        byPrecision(LOG_GAMMA, "far", 2),
        byPrecision(LOG_GAMMA, "whole", 2));
  }

  /** Returns the loops of the steps of the derivative of {@link #logGamma}. */
  public static List<ByType<PointwiseLoop>> digamma() {
    return List.of(
        byPrecision(DIGAMMA, "near", 1),
        byPrecision(DIGAMMA, "far", 2),
        byPrecision(DIGAMMA, "whole", 2));
  }

  private static ByType<PointwiseLoop> byPrecision(
      Template<PointwiseLoop> template, String name, int inputs) {
    return new ByType<>(type -> {
      String operation = name + (type == DType.FLOAT32 ? "Float" : "Double");
      return template.stamp(Lanes.of(type), operation, inputs);
    });
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
