package jackfield.backend.cpu.reference.special;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.numbers.gamma.InverseErfc;

/** Functions of the normal distribution, and products with logarithms. */
final class Distributions {
  private static final double SQRT_2 = Math.sqrt(2);

  private Distributions() {}

  static double normal(double x) {
    return Erfc.value(-x / SQRT_2) / 2;
  }

  static double logNormal(double x) {
    return x < -1
        ? Math.log(Erfcx.value(-x / SQRT_2) / 2) - x * x / 2
        : Math.log1p(-Erfc.value(x / SQRT_2) / 2);
  }

  static double inverseNormal(double p) {
    return -SQRT_2 * InverseErfc.value(2 * p);
  }

  static double entropy(double x) {
    if (x > 0) {
      return -x * Math.log(x);
    }
    return x == 0 ? 0 : Double.isNaN(x) ? x : Double.NEGATIVE_INFINITY;
  }

  /** Returns sin(x) / x. */
  static double sphericalBessel(double x) {
    if (Double.isInfinite(x)) {
      return 0;
    }
    return Math.abs(x) < 1e-8 ? 1 : Math.sin(x) / x;
  }
}
