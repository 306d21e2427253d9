package jackfield.backend.cpu.reference.decomposition;

/**
 * A rotation of two complex columns.
 *
 * @param real the real part of the phase of pᴴ q, a number of magnitude 1
 */
record Rotation(double cos, double sin, double real, double imaginary) {
  private static final double LEAST_DIFFERENCE = 0x1p-46;

  /**
   * Returns the rotation by at most 45 degrees that makes columns p and q orthogonal.
   *
   * @param squareP the squared length of p
   * @param re the real part of pᴴ q, which is not 0
   */
  static Rotation of(double squareP, double squareQ, double re, double im) {
    double product = Math.hypot(re, im);
    double cotangent = (squareQ - squareP) / (2 * product); // of the double angle
    double sign = cotangent < -LEAST_DIFFERENCE ? -1 : 1; // not decided by rounding
    double tangent = sign / (sign * cotangent + Math.hypot(1, cotangent));
    double cos = 1 / Math.hypot(1, tangent);
    return new Rotation(cos, cos * tangent, re / product, im / product);
  }
}
