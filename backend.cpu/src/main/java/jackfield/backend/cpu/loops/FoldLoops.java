package jackfield.backend.cpu.loops;

import jackfield.tensor.DType;

/**
 * The folds of one floating-point type.
 *
 * <p><em>Threads</em>: immutable.
 */
public final class FoldLoops {
  private static final Template<FoldLoop> TEMPLATE = new Template<>(FoldingLoop.class);

  private final FoldLoop sum;
  private final FoldLoop max;
  private final FoldLoop sumOfProducts;
  private final FoldLoop sumOfExponentials;
  private final FoldLoop exponentials;

  /** Makes the folds of {@code type}, float32 or float64. */
  public FoldLoops(DType type) {
    Lanes lanes = Lanes.of(type);
    this.sum = TEMPLATE.stamp(lanes, "first", 1, true, false);
    this.max = TEMPLATE.stamp(lanes, "first", 1, false, false);
    this.sumOfProducts = TEMPLATE.stamp(lanes, "mul", 2, true, false);
    this.sumOfExponentials = TEMPLATE.stamp(lanes, "expShifted", 1, true, false);
    this.exponentials = TEMPLATE.stamp(lanes, "expShifted", 1, true, true);
  }

  /** Returns the sum of the first input. */
  public FoldLoop sum() {
    return sum;
  }

  /** Returns the greatest element of the first input: −∞ if there is none, NaN if one is NaN. */
  public FoldLoop max() {
    return max;
  }

  /** Returns the sum of the products of both inputs. */
  public FoldLoop sumOfProducts() {
    return sumOfProducts;
  }

  /** Returns the sum of exp(a − number). */
  public FoldLoop sumOfExponentials() {
    return sumOfExponentials;
  }

  /** Returns the sum of exp(a − number), and keeps those. */
  public FoldLoop exponentials() {
    return exponentials;
  }
}
