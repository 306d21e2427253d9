package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
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
    Vector<Object> below = grad.mul(input).mul(negative).mul(Blank.exp(a.mul(input)));
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
