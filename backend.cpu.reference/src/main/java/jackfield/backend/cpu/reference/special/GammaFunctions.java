package jackfield.backend.cpu.reference.special;

import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * The logarithm of the gamma function, its derivatives, and incomplete gamma functions, with
 * PyTorch's values at poles and outside of their domains.
 */
final class GammaFunctions {
  // Bernoulli numbers of even order over the factorials of their orders.
  private static final double[] BERNOULLI = {
    1.0 / 12,
    -1.0 / 720,
    1.0 / 30240,
    -1.0 / 1209600,
    1.0 / 47900160,
    -691.0 / 1307674368000.0,
    1.0 / 74724249600.0,
    -3617.0 / 1.067062284288e16
  };
  private static final double NEAR_POLE = 1e-4; // below it, Digamma leaves out the term of x
  private static final double FAR = 1024; // terms from here to 0 are not summed one by one
  private static final int TERMS = 12;

  private GammaFunctions() {}

  static double logGamma(double x) {
    if (Double.isInfinite(x)) {
      return Double.POSITIVE_INFINITY;
    }
    if (x > 0 || Double.isNaN(x)) {
      return LogGamma.value(x);
    }
    double distance = x - Math.rint(x);
    return distance == 0
        ? Double.POSITIVE_INFINITY
        : Math.log(Math.PI / Math.abs(Math.sin(Math.PI * distance))) - LogGamma.value(1 - x);
  }

  static double digamma(double x) {
    if (x == 0) {
      return Math.copySign(Double.POSITIVE_INFINITY, -x);
    }
    if (x > 0 && x < NEAR_POLE) {
      return Digamma.value(1 + x) - 1 / x;
    }
    if (x > 0 || Double.isNaN(x)) {
      return Double.isInfinite(x) ? x : Digamma.value(x);
    }
    double distance = x - Math.rint(x);
    return distance == 0 || Double.isInfinite(x)
        ? Double.NaN
        : Digamma.value(1 - x) - Math.PI / Math.tan(Math.PI * distance);
  }

  static double polygamma(long order, double x) {
    if (order == 0) {
      return digamma(x);
    }
    if (order == 1) {
      return trigamma(x);
    }
    double sign = order % 2 == 0 ? -1 : 1;
    return sign * Math.exp(LogGamma.value(order + 1.0)) * zeta(order + 1.0, x);
  }

  private static double trigamma(double x) {
    if (x >= 0.5 || Double.isNaN(x)) {
      return Double.isInfinite(x) ? 0 : Trigamma.value(x);
    }
    double sine = Math.PI / Math.sin(Math.PI * (x - Math.rint(x)));
    return sine * sine - Trigamma.value(1 - x);
  }

  /**
   * Sums {@code (q + k) ** -x} over k from 0 on, by the formula of Euler and Maclaurin.
   *
   * <p><em>Source</em>: NIST Digital Library of Mathematical Functions, 25.11.
   */
  static double zeta(double x, double q) {
    if (x == 1) {
      return Double.POSITIVE_INFINITY;
    }
    if (!(x > 1) || Double.isNaN(q)) {
      return Double.NaN;
    }
    if (q <= 0) {
      if (q == Math.floor(q)) {
        return Double.POSITIVE_INFINITY;
      }
      if (x != Math.floor(x)) {
        return Double.NaN;
      }
    }
    if (q < -FAR) {
      return zetaFarLeft(x, q);
    }
    double sum = 0;
    double at = q;
    for (int k = 0; k < TERMS || at <= TERMS; k++) {
      double term = at == 1 ? 1 : Math.pow(at, -x); // 1 also for an infinite x
      sum += term;
      at++;
      if (Math.abs(term) < Math.abs(sum) * 0x1p-60 && at > 1) {
        return sum;
      }
    }
    return sum + tail(x, at);
  }

  /**
   * Sums the terms left and right of 0 separately. The left ones are those of two sums without end,
   * of which the second begins where the terms left of {@code q} would.
   *
   * @param x an integer
   */
  private static double zetaFarLeft(double x, double q) {
    double right = q - Math.floor(q);
    double left = zeta(x, 1 - right) - zeta(x, 1 - q);
    return (x % 2 == 0 ? left : -left) + zeta(x, right);
  }

  private static double tail(double x, double at) {
    double power = Math.pow(at, -x);
    double sum = power * at / (x - 1) + power / 2;
    double factor = x * power / at;
    for (int i = 0; i < BERNOULLI.length; i++) {
      sum += BERNOULLI[i] * factor;
      factor *= (x + 2 * i + 1) * (x + 2 * i + 2) / (at * at);
    }
    return sum;
  }

  /** Returns the regularized lower incomplete gamma function. */
  static double lower(double a, double x) {
    if (!(a >= 0) || !(x >= 0)) {
      return Double.NaN;
    }
    if (a == 0 || Double.isInfinite(a) || x == 0 || Double.isInfinite(x)) {
      return edge(a, x);
    }
    return RegularizedGamma.P.value(a, x);
  }

  /** Returns the regularized upper incomplete gamma function. */
  static double upper(double a, double x) {
    if (!(a >= 0) || !(x >= 0)) {
      return Double.NaN;
    }
    if (a == 0 || Double.isInfinite(a) || x == 0 || Double.isInfinite(x)) {
      return 1 - edge(a, x);
    }
    return RegularizedGamma.Q.value(a, x);
  }

  private static double edge(double a, double x) {
    if (a == 0) {
      return x > 0 ? 1 : Double.NaN;
    }
    if (x == 0) {
      return 0;
    }
    if (Double.isInfinite(a)) {
      return Double.isInfinite(x) ? Double.NaN : 0;
    }
    return 1;
  }
}
