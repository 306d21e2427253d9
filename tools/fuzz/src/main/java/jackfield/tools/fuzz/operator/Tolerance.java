package jackfield.tools.fuzz.operator;

import jackfield.tensor.DType;

/**
 * The tolerance between two backends: a fraction of the value, and a fraction of the largest input,
 * since a sum of large numbers has their rounding errors.
 */
record Tolerance(double relative, double absolute) {
  /** Returns the tolerance for results of {@code type} from inputs up to {@code scale}. */
  public static Tolerance of(DType type, double scale) {
    double relative =
        switch (type) {
          case FLOAT16 -> 4e-3;
          case BFLOAT16 -> 3e-2;
          case FLOAT32, COMPLEX64 -> 2e-5;
          default -> 1e-10;
        };
    return new Tolerance(relative, relative * Math.max(1, scale * scale));
  }

  /** Returns the wider of this and {@code other}. */
  Tolerance or(Tolerance other) {
    return relative >= other.relative ? this : other;
  }

  public boolean accepts(double[] expected, double[] found) {
    if (expected.length != found.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (!accepts(expected[i], found[i])) {
        return false;
      }
    }
    return true;
  }

  /** Any NaN equals any NaN, and infinities equal themselves. */
  public boolean accepts(double expected, double found) {
    if (Double.isNaN(expected) || Double.isNaN(found)) {
      return Double.isNaN(expected) && Double.isNaN(found);
    }
    return expected == found
        || Math.abs(expected - found) <= absolute + relative * Math.abs(expected);
  }
}
