package jackfield.conformance.compare;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.tensor.DType;

/**
 * The permitted difference between a found number and the expected one: {@code |found - expected|
 * <= absolute + relative * |expected|}. Any NaN equals any NaN, infinities equal themselves.
 * Integers and booleans are always compared exactly.
 *
 * @param tellsZerosApart whether -0 differs from +0, as for operators that move numbers or change
 *     the sign
 */
public record Tolerance(double relative, double absolute, boolean tellsZerosApart) {
  /** Numbers must be equal. */
  public static final Tolerance EXACT = new Tolerance(0, 0, false);

  /** Numbers must be equal, and zeros must have the same sign. */
  public static final Tolerance EXACT_WITH_SIGNS = new Tolerance(0, 0, true);

  private static final Tolerance FLOAT64 = new Tolerance(1e-9, 1e-9, false);

  private static final Tolerance FLOAT32 = new Tolerance(1e-5, 1e-5, false);

  /** Returns the tolerance of a vector's results. */
  public static Tolerance of(JsonNode vector) {
    JsonNode written = vector.get("tol");
    if (written != null) {
      return new Tolerance(written.get(0).doubleValue(), written.get(1).doubleValue(), false);
    }
    boolean moves = vector.has("op") && SignedZeros.matterTo(vector.get("op").textValue());
    return vector.path("exact").booleanValue() && moves ? EXACT_WITH_SIGNS : EXACT;
  }

  /**
   * Returns the tolerance for gradients of type {@code dtype}: this, or the usual one if that is
   * wider.
   */
  public Tolerance forGradients(DType dtype) {
    Tolerance usual = dtype.realType() == DType.FLOAT64 ? FLOAT64 : FLOAT32;
    return new Tolerance(
        Math.max(relative, usual.relative), Math.max(absolute, usual.absolute), false);
  }

  /** Returns whether numbers must be equal. */
  boolean isExact() {
    return relative == 0 && absolute == 0;
  }

  public boolean accepts(double expected, double found) {
    if (Double.isNaN(expected) || Double.isNaN(found)) {
      return Double.isNaN(expected) && Double.isNaN(found);
    }
    if (expected == found) {
      return !tellsZerosApart || Math.copySign(1, expected) == Math.copySign(1, found);
    }
    return Double.isFinite(expected)
        && Math.abs(found - expected) <= absolute + relative * Math.abs(expected);
  }

  /** Compares by the distance in the complex plane, or part by part where a part is not finite. */
  public boolean accepts(
      double expected, double expectedImaginary, double found, double foundImaginary) {
    double distance = Math.hypot(found - expected, foundImaginary - expectedImaginary);
    double allowed = absolute + relative * Math.hypot(expected, expectedImaginary);
    return (allowed > 0 && Double.isFinite(distance))
        ? distance <= allowed
        : accepts(expected, found) && accepts(expectedImaginary, foundImaginary);
  }
}
