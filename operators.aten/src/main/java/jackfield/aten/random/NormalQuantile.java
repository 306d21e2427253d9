package jackfield.aten.random;

/**
 * The quantile of the normal distribution of mean 0 and deviation 1: the number below which a given
 * share of it lies. In the middle and in two parts of the tails it is a quotient of two polynomials
 * of degree 7.
 *
 * <p><em>Source</em>: coefficients of M. J. Wichura, Algorithm AS 241: The Percentage Points of the
 * Normal Distribution, Applied Statistics 37 (1988); the relative error is about 1e-16.
 */
@SuppressWarnings("FloatingPointLiteralPrecision") // all digits of the source
public final class NormalQuantile {
  private static final double MIDDLE = 0.425; // of the distance from 1/2
  private static final double MIDDLE_SQUARE = 0.180625;
  private static final double NEAR_TAIL = 5; // of the root of the negative logarithm
  private static final double NEAR_TAIL_START = 1.6;

  // The coefficients of the highest power come first.
  private static final double[] MIDDLE_ABOVE = {
    2.5090809287301226727e3,
    3.3430575583588128105e4,
    6.7265770927008700853e4,
    4.5921953931549871457e4,
    1.3731693765509461125e4,
    1.9715909503065514427e3,
    1.3314166789178437745e2,
    3.3871328727963666080e0
  };
  private static final double[] MIDDLE_BELOW = {
    5.2264952788528545610e3,
    2.8729085735721942674e4,
    3.9307895800092710610e4,
    2.1213794301586595867e4,
    5.3941960214247511077e3,
    6.8718700749205790830e2,
    4.2313330701600911252e1,
    1
  };
  private static final double[] NEAR_ABOVE = {
    7.74545014278341407640e-4,
    2.27238449892691845833e-2,
    2.41780725177450611770e-1,
    1.27045825245236838258e0,
    3.64784832476320460504e0,
    5.76949722146069140550e0,
    4.63033784615654529590e0,
    1.42343711074968357734e0
  };
  private static final double[] NEAR_BELOW = {
    1.05075007164441684324e-9,
    5.47593808499534494600e-4,
    1.51986665636164571966e-2,
    1.48103976427480074590e-1,
    6.89767334985100004550e-1,
    1.67638483018380384940e0,
    2.05319162663775882187e0,
    1
  };
  private static final double[] FAR_ABOVE = {
    2.01033439929228813265e-7,
    2.71155556874348757815e-5,
    1.24266094738807843860e-3,
    2.65321895265761230930e-2,
    2.96560571828504891230e-1,
    1.78482653991729133580e0,
    5.46378491116411436990e0,
    6.65790464350110377720e0
  };
  private static final double[] FAR_BELOW = {
    2.04426310338993978564e-15,
    1.42151175831644588870e-7,
    1.84631831751005468180e-5,
    7.86869131145613259100e-4,
    1.48753612908506148525e-2,
    1.36929880922735805310e-1,
    5.99832206555887937690e-1,
    1
  };

  private NormalQuantile() {}

  /**
   * Returns the quantile, in steps that {@link PortableMath} describes.
   *
   * @param share from 0 to 1, both excluded
   */
  public static double of(double share) {
    double distance = share - 0.5;
    if (Math.abs(distance) <= MIDDLE) {
      double at = MIDDLE_SQUARE - distance * distance;
      return distance * polynomial(MIDDLE_ABOVE, at) / polynomial(MIDDLE_BELOW, at);
    }
    double root = Math.sqrt(-PortableMath.log(distance < 0 ? share : 1 - share));
    double size =
        root <= NEAR_TAIL
            ? quotient(NEAR_ABOVE, NEAR_BELOW, root - NEAR_TAIL_START)
            : quotient(FAR_ABOVE, FAR_BELOW, root - NEAR_TAIL);
    return distance < 0 ? -size : size;
  }

  private static double quotient(double[] above, double[] below, double at) {
    return polynomial(above, at) / polynomial(below, at);
  }

  private static double polynomial(double[] coefficients, double at) {
    double sum = coefficients[0];
    for (int power = 1; power < coefficients.length; power++) {
      sum = sum * at + coefficients[power];
    }
    return sum;
  }
}
