package jackfield.backend.cpu.loops.random;

import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;

/** Loops from numbers between 0 and 1 to quantiles of a distribution; both are float64. */
public final class QuantileLoops {
  private QuantileLoops() {}

  /**
   * Returns a loop, which is stamped when it is first needed.
   *
   * @param name uniform, with the numbers from, range and last; bernoulli, with the probability;
   *     exponential, with the rate; root, nearTail
   */
  public static ByType<PointwiseLoop> of(String name) {
    return of(name, 1);
  }

  /**
   * Returns a loop of two inputs.
   *
   * @param name bernoulliOfTensor, of shares and probabilities; tail, of roots and numbers of the
   *     near tail; normal, of shares and magnitudes, with the mean and the deviation
   */
  public static ByType<PointwiseLoop> ofTwo(String name) {
    return of(name, 2);
  }

  private static ByType<PointwiseLoop> of(String name, int inputs) {
    return new ByType<>(type -> FormulaLoops.quantile(name, inputs));
  }
}
