package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * The sine of π · a without the rounding of that product, as operations of loops on vectors: its
 * argument is the distance to the nearest whole number, which is exact. The polynomials interpolate
 * at Chebyshev's nodes, computed with 60 digits.
 */
final class SineOfPi {
  private SineOfPi() {}

  /** Returns {@code sum · t + coefficient}, the next step of a polynomial by Horner's rule. */
  static Vector<Object> next(Vector<Object> sum, Vector<Object> t, double coefficient) {
    return sum.lanewise(VectorOperators.FMA, t, Blank.broadcast(coefficient));
  }

  /** Returns the distance to the nearest whole number, with its sign; NaN for infinite numbers. */
  static Vector<Object> distance(Vector<Object> a) {
    Vector<Object> half = Blank.broadcast(0.5);
    return a.sub(Functions.round(a, a, a))
        .blend(a, a.lanewise(VectorOperators.ABS).compare(VectorOperators.LT, half));
  }

  /** Returns sin(π d) / (π d) for the square of a distance d; the relative error is 7e-9. */
  static Vector<Object> shareFloat(Vector<Object> s) {
    Vector<Object> sum = next(Blank.broadcast(0.024718644), s, -0.19044176);
    sum = next(sum, s, 0.8117148);
    sum = next(sum, s, -1.6449332);
    return next(sum, s, 1.0);
  }

  /** Returns sin(π d) / (π d) for the square of a distance d. */
  static Vector<Object> shareDouble(Vector<Object> s) {
    Vector<Object> sum = next(Blank.broadcast(2.4502943624559793e-07), s, -6.972099660851199e-06);
    sum = next(sum, s, 0.0001484278414189103);
    sum = next(sum, s, -0.0023460808954639607);
    sum = next(sum, s, 0.02614784780555096);
    sum = next(sum, s, -0.19075182412149616);
    sum = next(sum, s, 0.8117424252833393);
    sum = next(sum, s, -1.6449340668482264);
    return next(sum, s, 1.0);
  }

  /** Returns −1 for an odd number, 1 for an even one. */
  private static Vector<Object> sign(Vector<Object> whole) {
    Vector<Object> half = whole.mul(Blank.broadcast(0.5));
    Vector<Object> one = Blank.broadcast(1.0);
    return one.blend(
        one.neg(), half.compare(VectorOperators.NE, Functions.round(half, half, half)));
  }

  /** Returns sin(π a) / (π a) for the share of the distance. */
  private static Vector<Object> sinc(
      Vector<Object> a, Vector<Object> distance, Vector<Object> share) {
    Vector<Object> value = sign(a.sub(distance)).mul(distance).mul(share).div(a);
    return value.blend(Blank.broadcast(1.0), a.compare(VectorOperators.EQ, Blank.broadcast(0.0)));
  }

  static Vector<Object> sincFloat(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> distance = distance(a);
    return sinc(a, distance, shareFloat(distance.mul(distance)));
  }

  static Vector<Object> sincDouble(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> distance = distance(a);
    return sinc(a, distance, shareDouble(distance.mul(distance)));
  }
}
