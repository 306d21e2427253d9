package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.FoldLoop;
import jackfield.backend.cpu.loops.FoldLoops;
import jackfield.backend.cpu.loops.WholeFoldLoop;
import jackfield.backend.cpu.loops.WholeFoldLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.function.DoubleBinaryOperator;

/**
 * Norms, and logarithms of sums of powers of e. Norms of orders 0, 1, 2 and ∞ of real numbers have
 * loops of vectors, and other norms are computed element by element.
 */
public final class NormKernels {
  private final PackedFolds folds;
  private final ByType<WholeFoldLoop> nonzero = WholeFoldLoops.nonzero();
  private final ByType<FoldLoop> magnitudes = FoldLoops.sumOfMagnitudes();
  private final ByType<FoldLoop> greatest = FoldLoops.maxOfMagnitudes();
  private final ByType<FoldLoop> least = FoldLoops.minOfMagnitudes();
  private final ByType<FoldLoop> squares = FoldLoops.sumOfSquares();
  private final ByType<FoldLoop> exponentials = FoldLoops.sumOfExponentials();
  private final ByType<FoldLoop> max;

  /**
   * @param max the loops of {@link FoldLoops#max}
   */
  public NormKernels(ByType<FoldLoop> max, Workspaces workspaces) {
    this.max = max;
    this.folds = new PackedFolds(workspaces);
  }

  /** Computes norms. */
  public void norm(ReductionIterator it, Scalar ord) {
    double power = ord.toDouble();
    DType result = it.outputType();
    boolean isReal = it.inputType().isFloating();
    PackedFolds.forEachIndex(
        it,
        at ->
            Elements.putDouble(
                result, at[0], isReal ? real(it, at[1], power) : ScalarNorm.of(it, at[1], power)));
  }

  private double real(ReductionIterator it, long input, double power) {
    if (power == 0) {
      DType type = it.inputType();
      return folds.whole(it, type, input, nonzero.of(type)::run, Long::sum, 0);
    } else if (power == 1) {
      return sum(it, input, magnitudes, power);
    } else if (power == 2) {
      return sum(it, input, squares, power);
    } else if (power == Double.POSITIVE_INFINITY) {
      return Math.max(0, fold(it, input, greatest, Math::max, 0));
    } else if (power == Double.NEGATIVE_INFINITY) {
      return fold(it, input, least, Math::min, Double.POSITIVE_INFINITY);
    }
    return ScalarNorm.of(it, input, power);
  }

  /**
   * Adds powers in the type of the loop. Where that type cannot hold them, they are added once more
   * in double precision.
   */
  private double sum(ReductionIterator it, long input, ByType<FoldLoop> loops, double power) {
    double sum = fold(it, input, loops, Double::sum, 0);
    boolean isHeld = sum >= 1e-30 && sum != Double.POSITIVE_INFINITY;
    if (isHeld || Double.isNaN(sum) || it.inputType() == DType.FLOAT64) {
      return power == 2 ? Math.sqrt(sum) : sum;
    }
    return ScalarNorm.of(it, input, power);
  }

  private double fold(
      ReductionIterator it,
      long input,
      ByType<FoldLoop> loops,
      DoubleBinaryOperator join,
      double start) {
    DType as = PackedFolds.real(it.inputType());
    return folds.real(it, as, input, loops.of(as), 0, join, start);
  }

  /** Computes logarithms of sums of powers of e. */
  public void logsumexp(ReductionIterator it) {
    PackedFolds.forEachIndex(it, at -> logsumexp(it, at[0], at[1]));
  }

  private void logsumexp(ReductionIterator it, long output, long input) {
    if (it.inputType().isComplex()) {
      ComplexPowers.put(it, output, input);
      return;
    }
    DType as = PackedFolds.real(it.inputType());
    double found = fold(it, input, max, Math::max, Double.NEGATIVE_INFINITY);
    double largest = Double.isInfinite(found) ? 0 : found;
    double sum = folds.real(it, as, input, exponentials.of(as), largest, Double::sum, 0);
    Elements.putDouble(it.outputType(), output, Math.log(sum) + largest);
  }
}
