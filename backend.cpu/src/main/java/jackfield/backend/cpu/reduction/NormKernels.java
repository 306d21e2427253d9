package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.fold.WholeFoldLoop;
import jackfield.backend.cpu.loops.fold.WholeFoldLoops;
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
      return Math.max(0, fold(it, type(it), input, greatest, Math::max, 0));
    } else if (power == Double.NEGATIVE_INFINITY) {
      return fold(it, type(it), input, least, Math::min, Double.POSITIVE_INFINITY);
    }
    return ScalarNorm.of(it, input, power);
  }

  /**
   * Adds powers in the type of the loop. Where that type cannot hold them, they are added once more
   * in double precision.
   */
  private double sum(ReductionIterator it, long input, ByType<FoldLoop> loops, double power) {
    DType as = type(it);
    double sum = fold(it, as, input, loops, Double::sum, 0);
    boolean isHeld = sum >= 1e-30 && sum != Double.POSITIVE_INFINITY;
    if (!isHeld && as == DType.FLOAT32 && !Double.isNaN(sum)) {
      sum = fold(it, DType.FLOAT64, input, loops, Double::sum, 0);
    }
    return power == 2 ? Math.sqrt(sum) : sum;
  }

  /** Returns the type in which elements are added: float64 for such inputs and such results. */
  private static DType type(ReductionIterator it) {
    DType result = it.outputType();
    boolean isWide = result == DType.FLOAT64 || result == DType.COMPLEX128;
    return isWide ? DType.FLOAT64 : PackedFolds.real(it.inputType());
  }

  private double fold(
      ReductionIterator it,
      DType as,
      long input,
      ByType<FoldLoop> loops,
      DoubleBinaryOperator join,
      double start) {
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
    DType as = DType.FLOAT64; // the digits that complex elements have, which are added one by one
    double found = fold(it, as, input, max, Math::max, Double.NEGATIVE_INFINITY);
    double largest = Double.isInfinite(found) ? 0 : found;
    double sum = folds.real(it, as, input, exponentials.of(as), largest, Double::sum, 0);
    Elements.putDouble(it.outputType(), output, Math.log(sum) + largest);
  }
}
