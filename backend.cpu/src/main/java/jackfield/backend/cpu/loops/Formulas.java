package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Formulas of several inputs and numbers, as operations of loops on vectors. They fill the blank
 * {@link Blank#apply(Vector, Vector, Vector, Vector, Vector, Vector)}. Where NaN decides, a
 * condition is written so that NaN takes the branch that it takes in the reference.
 */
final class Formulas {
  private Formulas() {}

  private static Vector<Object> zero() {
    return Blank.broadcast(0.0);
  }

  /** Returns a − first − second, with two roundings. */
  static Vector<Object> shiftTwice(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> first,
      Vector<Object> second,
      Vector<Object> z) {
    return a.sub(first).sub(second);
  }

  static Vector<Object> leakyRelu(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> slope,
      Vector<Object> y,
      Vector<Object> z) {
    return a.mul(slope).blend(a, a.compare(VectorOperators.GT, zero()));
  }

  static Vector<Object> leakyReluBackward(
      Vector<Object> grad,
      Vector<Object> a,
      Vector<Object> c,
      Vector<Object> slope,
      Vector<Object> y,
      Vector<Object> z) {
    return grad.mul(slope).blend(grad, a.compare(VectorOperators.GT, zero()));
  }

  static Vector<Object> elu(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> negative,
      Vector<Object> positive,
      Vector<Object> input) {
    Vector<Object> below = a.mul(input).lanewise(VectorOperators.EXPM1).mul(negative);
    return a.mul(positive).blend(below, a.compare(VectorOperators.LT, zero()));
  }

  static Vector<Object> eluBackward(
      Vector<Object> grad,
      Vector<Object> a,
      Vector<Object> c,
      Vector<Object> negative,
      Vector<Object> positive,
      Vector<Object> input) {
    // The exponential comes first: it may be 0 where the product of the numbers would overflow.
    Vector<Object> below = Blank.exp(a.mul(input)).mul(negative).mul(grad).mul(input);
    return grad.mul(positive).blend(below, a.compare(VectorOperators.LE, zero()));
  }

  static Vector<Object> eluBackwardOfResult(
      Vector<Object> grad,
      Vector<Object> y,
      Vector<Object> c,
      Vector<Object> negative,
      Vector<Object> positive,
      Vector<Object> input) {
    Vector<Object> below = grad.mul(input).mul(y.add(negative));
    return grad.mul(positive).blend(below, y.compare(VectorOperators.LE, zero()));
  }

  static Vector<Object> softplus(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> factor,
      Vector<Object> limit,
      Vector<Object> z) {
    Vector<Object> scaled = a.mul(factor);
    Vector<Object> soft = Blank.exp(scaled).lanewise(VectorOperators.LOG1P).div(factor);
    return soft.blend(a, scaled.compare(VectorOperators.GT, limit));
  }

  static Vector<Object> softplusBackward(
      Vector<Object> grad,
      Vector<Object> a,
      Vector<Object> c,
      Vector<Object> factor,
      Vector<Object> limit,
      Vector<Object> z) {
    Vector<Object> scaled = a.mul(factor);
    Vector<Object> soft = grad.div(Blank.exp(scaled.neg()).add(Blank.broadcast(1.0)));
    return soft.blend(grad, scaled.compare(VectorOperators.GT, limit));
  }

  static Vector<Object> hardtanh(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> low,
      Vector<Object> high,
      Vector<Object> z) {
    return a.lanewise(VectorOperators.MAX, low).lanewise(VectorOperators.MIN, high);
  }

  static Vector<Object> hardtanhBackward(
      Vector<Object> grad,
      Vector<Object> a,
      Vector<Object> c,
      Vector<Object> low,
      Vector<Object> high,
      Vector<Object> z) {
    return grad.blend(
        zero(), a.compare(VectorOperators.LE, low).or(a.compare(VectorOperators.GE, high)));
  }

  static Vector<Object> addcmul(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> value,
      Vector<Object> y,
      Vector<Object> z) {
    return a.add(b.mul(value).mul(c));
  }

  static Vector<Object> addcdiv(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> value,
      Vector<Object> y,
      Vector<Object> z) {
    return a.add(b.mul(value).div(c));
  }

  static Vector<Object> lerpFromStart(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> weight,
      Vector<Object> y,
      Vector<Object> z) {
    return b.sub(a).lanewise(VectorOperators.FMA, weight, a);
  }

  static Vector<Object> lerpFromEnd(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> weight,
      Vector<Object> y,
      Vector<Object> z) {
    return b.sub(b.sub(a).mul(Blank.broadcast(1.0).sub(weight)));
  }

  static Vector<Object> threshold(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> limit,
      Vector<Object> other,
      Vector<Object> z) {
    return a.blend(other, a.compare(VectorOperators.LE, limit));
  }

  static Vector<Object> hardshrink(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> limit,
      Vector<Object> y,
      Vector<Object> z) {
    return shrinkBackward(a, a, c, limit, y, z);
  }

  /** Moves towards 0. The product with 0 keeps the sign and NaN. */
  static Vector<Object> softshrink(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> limit,
      Vector<Object> y,
      Vector<Object> z) {
    return a.mul(zero())
        .blend(a.add(limit), a.compare(VectorOperators.LT, limit.neg()))
        .blend(a.sub(limit), a.compare(VectorOperators.GT, limit));
  }

  static Vector<Object> shrinkBackward(
      Vector<Object> grad,
      Vector<Object> a,
      Vector<Object> c,
      Vector<Object> limit,
      Vector<Object> y,
      Vector<Object> z) {
    return grad.blend(
        zero(),
        a.compare(VectorOperators.GE, limit.neg()).and(a.compare(VectorOperators.LE, limit)));
  }

  static Vector<Object> nanToNum(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> nan,
      Vector<Object> high,
      Vector<Object> low) {
    Vector<Object> infinity = Blank.broadcast(Double.POSITIVE_INFINITY);
    return a.blend(nan, a.compare(VectorOperators.NE, a))
        .blend(high, a.compare(VectorOperators.EQ, infinity))
        .blend(low, a.compare(VectorOperators.EQ, infinity.neg()));
  }

  /**
   * Returns the logit of a number that is at least {@code low}, or of the upper limit from {@code
   * above} on. The upper limit is near 1, so its logit is given with more precision.
   */
  static Vector<Object> limitedLogit(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> low,
      Vector<Object> above,
      Vector<Object> ofHigh) {
    VectorMask<Object> isLow = a.compare(VectorOperators.LT, low);
    Vector<Object> limited = a.blend(low, isLow);
    Vector<Object> odds = limited.div(Blank.broadcast(1.0).sub(limited));
    return odds.lanewise(VectorOperators.LOG)
        .blend(ofHigh, a.compare(VectorOperators.GE, above).andNot(isLow));
  }

  static Vector<Object> limitedLogitBackward(
      Vector<Object> grad,
      Vector<Object> a,
      Vector<Object> c,
      Vector<Object> low,
      Vector<Object> above,
      Vector<Object> z) {
    return grad.div(a.mul(Blank.broadcast(1.0).sub(a)))
        .blend(zero(), a.compare(VectorOperators.LT, low).or(a.compare(VectorOperators.GE, above)));
  }

  /** Starts from the nearer end. */
  static Vector<Object> lerp(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> weight,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> half = Blank.broadcast(0.5);
    return lerpFromEnd(a, b, b, weight, y, z)
        .blend(
            lerpFromStart(a, b, b, weight, y, z),
            weight.lanewise(VectorOperators.ABS).compare(VectorOperators.LT, half));
  }

  /** Returns {@code (a − center) · factor + summand}, of which the product is not rounded. */
  static Vector<Object> scaledDistance(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> center,
      Vector<Object> factor,
      Vector<Object> summand) {
    return a.sub(center).lanewise(VectorOperators.FMA, factor, summand);
  }

  /** Returns {@code a + (b − center) · factor}, of which the product is not rounded. */
  static Vector<Object> plusScaledDistance(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> center,
      Vector<Object> factor,
      Vector<Object> z) {
    return b.sub(center).lanewise(VectorOperators.FMA, factor, a);
  }

  /** Multiplies by 1 / (1 + exp(a)); exp(−|a|) is given. */
  static Vector<Object> logSigmoidBackward(
      Vector<Object> a,
      Vector<Object> decay,
      Vector<Object> grad,
      Vector<Object> one,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> share = decay.div(decay.add(one));
    return grad.mul(share.blend(one.sub(share), a.compare(VectorOperators.LT, zero())));
  }

  /**
   * Returns the cross entropy of a probability {@code a} and a target {@code b}, times {@code c}.
   * The logarithm of 0 counts as {@code least}.
   */
  static Vector<Object> weightedCrossEntropy(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> least,
      Vector<Object> y,
      Vector<Object> z) {
    return crossEntropy(a, b, b, least, y, z).mul(c);
  }

  static Vector<Object> crossEntropy(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> least,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> ofOne = a.lanewise(VectorOperators.LOG).lanewise(VectorOperators.MAX, least);
    Vector<Object> ofZero =
        a.neg().lanewise(VectorOperators.LOG1P).lanewise(VectorOperators.MAX, least);
    return b.sub(Blank.broadcast(1.0)).mul(ofZero).sub(b.mul(ofOne));
  }
}
