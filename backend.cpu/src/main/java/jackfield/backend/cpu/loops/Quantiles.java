package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Quantiles of distributions as operations of loops over float64 numbers between 0 and 1. They take
 * the steps of {@code jackfield.aten.random.RealDistribution}, {@code NormalQuantile} and {@code
 * PortableMath} in the same order, each rounded and none fused, and so give the same bits.
 */
final class Quantiles {
  private static final double MIDDLE = 0.425;
  private static final double MIDDLE_SQUARE = 0.180625;
  private static final double NEAR_TAIL = 5;
  private static final double NEAR_TAIL_START = 1.6;
  private static final double LN2_HIGH = 0x1.62E42FEp-1;
  private static final double LN2_LOW = 0x1.F473DE6AF278Fp-30;
  private static final double ROOT_HALF = 0x1.6A09E667F3BCDp-1;

  private Quantiles() {}

  static Vector<Object> uniform(
      Vector<Object> share,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> from,
      Vector<Object> range,
      Vector<Object> last) {
    return from.add(share.mul(range)).lanewise(VectorOperators.MIN, last);
  }

  static Vector<Object> bernoulli(
      Vector<Object> share,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> probability,
      Vector<Object> y,
      Vector<Object> z) {
    return Blank.broadcast(0.0)
        .blend(Blank.broadcast(1.0), share.compare(VectorOperators.LT, probability));
  }

  static Vector<Object> bernoulliOfTensor(
      Vector<Object> share,
      Vector<Object> probability,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    return bernoulli(share, share, share, probability, y, z);
  }

  static Vector<Object> exponential(
      Vector<Object> share,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> lambda,
      Vector<Object> y,
      Vector<Object> z) {
    return log(share).neg().div(lambda);
  }

  private static Vector<Object> next(Vector<Object> sum, Vector<Object> at, double coefficient) {
    return sum.mul(at).add(Blank.broadcast(coefficient));
  }

  private static Vector<Object> term(Vector<Object> sum, Vector<Object> square, double inverse) {
    return sum.add(Blank.broadcast(inverse)).mul(square);
  }

  /** Returns the logarithm of a normal number. */
  private static Vector<Object> log(Vector<Object> a) {
    Vector<Object> one = Blank.broadcast(1.0);
    Vector<Object> half = Blank.fraction(a);
    VectorMask<Object> isSmall = half.compare(VectorOperators.LT, Blank.broadcast(ROOT_HALF));
    Vector<Object> part = half.blend(half.add(half), isSmall);
    Vector<Object> exponent = Blank.exponent(a);
    Vector<Object> power = exponent.add(one).blend(exponent, isSmall);
    Vector<Object> s = part.sub(one).div(part.add(one));
    Vector<Object> square = s.mul(s);
    Vector<Object> twice = s.add(s);
    return power
        .mul(Blank.broadcast(LN2_HIGH))
        .add(twice.add(twice.mul(series(square)).add(power.mul(Blank.broadcast(LN2_LOW)))));
  }

  private static Vector<Object> series(Vector<Object> square) {
    Vector<Object> sum = Blank.broadcast(1.0 / 23).mul(square);
    sum = term(sum, square, 1.0 / 21);
    sum = term(sum, square, 1.0 / 19);
    sum = term(sum, square, 1.0 / 17);
    sum = term(sum, square, 1.0 / 15);
    sum = term(sum, square, 1.0 / 13);
    sum = term(sum, square, 1.0 / 11);
    sum = term(sum, square, 1.0 / 9);
    sum = term(sum, square, 1.0 / 7);
    sum = term(sum, square, 1.0 / 5);
    return term(sum, square, 1.0 / 3);
  }

  /** Returns the numerator in the middle. */
  private static Vector<Object> middleAbove(Vector<Object> at) {
    Vector<Object> sum = next(Blank.broadcast(2509.0809287301227), at, 33430.57558358813);
    sum = next(sum, at, 67265.7709270087);
    sum = next(sum, at, 45921.95393154987);
    sum = next(sum, at, 13731.69376550946);
    sum = next(sum, at, 1971.5909503065513);
    sum = next(sum, at, 133.14166789178438);
    return next(sum, at, 3.3871328727963665);
  }

  /** Returns the denominator in the middle. */
  private static Vector<Object> middleBelow(Vector<Object> at) {
    Vector<Object> sum = next(Blank.broadcast(5226.495278852854), at, 28729.085735721943);
    sum = next(sum, at, 39307.89580009271);
    sum = next(sum, at, 21213.794301586597);
    sum = next(sum, at, 5394.196021424751);
    sum = next(sum, at, 687.1870074920579);
    sum = next(sum, at, 42.31333070160091);
    return next(sum, at, 1.0);
  }

  /** Returns the numerator in the near tail. */
  private static Vector<Object> nearAbove(Vector<Object> at) {
    Vector<Object> sum = next(Blank.broadcast(0.0007745450142783414), at, 0.022723844989269184);
    sum = next(sum, at, 0.2417807251774506);
    sum = next(sum, at, 1.2704582524523684);
    sum = next(sum, at, 3.6478483247632045);
    sum = next(sum, at, 5.769497221460691);
    sum = next(sum, at, 4.630337846156546);
    return next(sum, at, 1.4234371107496835);
  }

  /** Returns the denominator in the near tail. */
  private static Vector<Object> nearBelow(Vector<Object> at) {
    Vector<Object> sum = next(Blank.broadcast(1.0507500716444169e-09), at, 0.0005475938084995345);
    sum = next(sum, at, 0.015198666563616457);
    sum = next(sum, at, 0.14810397642748008);
    sum = next(sum, at, 0.6897673349851);
    sum = next(sum, at, 1.6763848301838038);
    sum = next(sum, at, 2.053191626637759);
    return next(sum, at, 1.0);
  }

  /** Returns the numerator in the far tail. */
  private static Vector<Object> farAbove(Vector<Object> at) {
    Vector<Object> sum = next(Blank.broadcast(2.0103343992922881e-07), at, 2.7115555687434876e-05);
    sum = next(sum, at, 0.0012426609473880784);
    sum = next(sum, at, 0.026532189526576124);
    sum = next(sum, at, 0.29656057182850487);
    sum = next(sum, at, 1.7848265399172913);
    sum = next(sum, at, 5.463784911164114);
    return next(sum, at, 6.657904643501103);
  }

  /** Returns the denominator in the far tail. */
  private static Vector<Object> farBelow(Vector<Object> at) {
    Vector<Object> sum = next(Blank.broadcast(2.0442631033899397e-15), at, 1.421511758316446e-07);
    sum = next(sum, at, 1.8463183175100548e-05);
    sum = next(sum, at, 0.0007868691311456133);
    sum = next(sum, at, 0.014875361290850615);
    sum = next(sum, at, 0.1369298809227358);
    sum = next(sum, at, 0.599832206555888);
    return next(sum, at, 1.0);
  }

  private static Vector<Object> middle(Vector<Object> distance) {
    Vector<Object> at = Blank.broadcast(MIDDLE_SQUARE).sub(distance.mul(distance));
    return distance.mul(middleAbove(at)).div(middleBelow(at));
  }

  private static VectorMask<Object> isBelow(Vector<Object> share) {
    return share.compare(VectorOperators.LT, Blank.broadcast(0.5));
  }

  // The quantile of the normal distribution is computed in several loops, since one would be longer
  // than what the compiler inlines.

  /** Returns the root of the negative logarithm of the share beyond, on the nearer side. */
  static Vector<Object> root(
      Vector<Object> share,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> beyond = Blank.broadcast(1.0).sub(share).blend(share, isBelow(share));
    return log(beyond).neg().lanewise(VectorOperators.SQRT);
  }

  static Vector<Object> nearTail(
      Vector<Object> root,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> at = root.sub(Blank.broadcast(NEAR_TAIL_START));
    return nearAbove(at).div(nearBelow(at));
  }

  /** Returns the near tail's number or, beyond it, that of the far tail. */
  static Vector<Object> tail(
      Vector<Object> root,
      Vector<Object> near,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> at = root.sub(Blank.broadcast(NEAR_TAIL));
    return farAbove(at)
        .div(farBelow(at))
        .blend(near, root.compare(VectorOperators.LE, Blank.broadcast(NEAR_TAIL)));
  }

  /** Returns the quantile of the normal distribution, whose magnitude in a tail is given. */
  static Vector<Object> normal(
      Vector<Object> share,
      Vector<Object> size,
      Vector<Object> c,
      Vector<Object> mean,
      Vector<Object> deviation,
      Vector<Object> z) {
    Vector<Object> distance = share.sub(Blank.broadcast(0.5));
    VectorMask<Object> isMiddle =
        distance.lanewise(VectorOperators.ABS).compare(VectorOperators.LE, Blank.broadcast(MIDDLE));
    Vector<Object> quantile =
        size.blend(size.neg(), isBelow(share)).blend(middle(distance), isMiddle);
    return mean.add(deviation.mul(quantile));
  }
}
