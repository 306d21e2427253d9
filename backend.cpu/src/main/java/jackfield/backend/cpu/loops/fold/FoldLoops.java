package jackfield.backend.cpu.loops.fold;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;

/** The folds, by operation; each exists for float32 and float64. */
public final class FoldLoops {
  private static final Template<FoldLoop> TEMPLATE =
      new Template<>(MethodHandles.lookup(), FoldingLoop.class, FoldedValues.class);

  private static final Template<RowSums> ROWS =
      new Template<>(MethodHandles.lookup(), RowSumsLoop.class, FoldedValues.class);

  private FoldLoops() {}

  private static ByType<FoldLoop> fold(String operation, int inputs, int kind) {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), operation, inputs, kind, false, 4));
  }

  /** Returns a sum of exponentials, whose long code is in the loop once. */
  private static ByType<FoldLoop> exponentials(String operation, boolean keeps) {
    return new ByType<>(
        type -> TEMPLATE.stamp(Lanes.of(type), operation, 1, FoldingLoop.SUM, keeps, 1));
  }

  /** Returns the sum of the first input. */
  public static ByType<FoldLoop> sum() {
    return fold("first", 1, FoldingLoop.SUM);
  }

  /** Returns the sums of rows. */
  public static ByType<RowSums> rowSums() {
    return new ByType<>(type -> ROWS.stamp(Lanes.of(type), ""));
  }

  /** Returns the sum of the first input without elements that are NaN. */
  public static ByType<FoldLoop> sumOfNumbers() {
    return fold("numberOrZero", 1, FoldingLoop.SUM);
  }

  /** Returns the maximum of the first input: −∞ if there is no element, NaN if one is NaN. */
  public static ByType<FoldLoop> max() {
    return fold("first", 1, FoldingLoop.MAX);
  }

  /** Returns the minimum of the first input: ∞ if there is no element, NaN if one is NaN. */
  public static ByType<FoldLoop> min() {
    return fold("first", 1, FoldingLoop.MIN);
  }

  /** Returns the sum of the magnitudes of the first input. */
  public static ByType<FoldLoop> sumOfMagnitudes() {
    return fold("magnitude", 1, FoldingLoop.SUM);
  }

  /** Returns the greatest magnitude: −∞ if there is no element, NaN if one is NaN. */
  public static ByType<FoldLoop> maxOfMagnitudes() {
    return fold("magnitude", 1, FoldingLoop.MAX);
  }

  /** Returns the least magnitude: ∞ if there is no element, NaN if one is NaN. */
  public static ByType<FoldLoop> minOfMagnitudes() {
    return fold("magnitude", 1, FoldingLoop.MIN);
  }

  /** Returns the sum of the squares of the first input. */
  public static ByType<FoldLoop> sumOfSquares() {
    return fold("squareOf", 1, FoldingLoop.SUM);
  }

  /** Returns the maximum of the first input without elements that are NaN: −∞ if none is left. */
  public static ByType<FoldLoop> maxOfNumbers() {
    return fold("first", 1, FoldingLoop.MAX_OF_NUMBERS);
  }

  /** Returns the sum of the products of both inputs. */
  public static ByType<FoldLoop> sumOfProducts() {
    return fold("mul", 2, FoldingLoop.SUM);
  }

  /** Returns the sum of (a − number)². */
  public static ByType<FoldLoop> sumOfSquaredDistances() {
    return fold("squaredDistance", 1, FoldingLoop.SUM);
  }

  /** Returns the sum of a − number. */
  public static ByType<FoldLoop> sumOfDistances() {
    return fold("distance", 1, FoldingLoop.SUM);
  }

  /** Returns the sum of a (b − number). */
  public static ByType<FoldLoop> sumOfProductsWithDistances() {
    return fold("productWithDistance", 2, FoldingLoop.SUM);
  }

  /** Returns the sum of exp(a − number). */
  public static ByType<FoldLoop> sumOfExponentials() {
    return exponentials("expShifted", false);
  }

  /**
   * Returns the sum of exp(a − number) for numbers that no element exceeds. A summand of float32
   * below the least normal number may count as 0, which the others, of which one is 1, hide.
   */
  public static ByType<FoldLoop> sumOfExponentialsBelowOne() {
    return exponentials("expBelowOne", false);
  }

  /**
   * Returns what {@link #sumOfExponentialsBelowOne} returns, and writes the summands to the output.
   */
  public static ByType<FoldLoop> exponentialsBelowOne() {
    return exponentials("expBelowOne", true);
  }
}
