package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Functions of one or two inputs, as operations of loops on vectors. They fill the blank {@link
 * Blank#apply}; the number is 1, but that of shifts is the number of bits.
 */
final class Functions {
  private Functions() {}

  /** Rounds to the nearest whole number, halves to the even one; the sign stays. */
  static Vector<Object> round(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    // All numbers from 2^23 (float32) or 2^52 (float64) on are whole, so the sum is rounded.
    Vector<Object> magnitude = a.lanewise(VectorOperators.ABS);
    Vector<Object> limit = Blank.leastWhole();
    Vector<Object> rounded = magnitude.add(limit).sub(limit);
    return Blank.copySign(
        magnitude.blend(rounded, magnitude.compare(VectorOperators.LT, limit)), a);
  }

  static Vector<Object> floor(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> near = round(a, b, one);
    return near.blend(near.sub(one), near.compare(VectorOperators.GT, a));
  }

  static Vector<Object> ceil(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> near = round(a, b, one);
    Vector<Object> above = near.blend(near.add(one), near.compare(VectorOperators.LT, a));
    return Blank.copySign(above.lanewise(VectorOperators.ABS), a);
  }

  static Vector<Object> trunc(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return Blank.copySign(floor(a.lanewise(VectorOperators.ABS), b, one), a);
  }

  static Vector<Object> truncatedQuotient(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return trunc(a.div(b), b, one);
  }

  static Vector<Object> frac(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.sub(trunc(a, b, one));
  }

  /** Rounds multiples of 1 / factor. */
  static Vector<Object> roundProduct(Vector<Object> a, Vector<Object> b, Vector<Object> factor) {
    return round(a.mul(factor), b, factor).div(factor);
  }

  /** Rounds multiples of the factor. */
  static Vector<Object> roundQuotient(Vector<Object> a, Vector<Object> b, Vector<Object> factor) {
    return round(a.div(factor), b, factor).mul(factor);
  }

  static Vector<Object> copysign(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return Blank.copySign(a.lanewise(VectorOperators.ABS), b);
  }

  /** Returns −1, 0 or 1; 0 also for NaN. */
  static <E> Vector<E> sign(Vector<E> a, Vector<E> b, Vector<E> one) {
    Vector<E> zero = a.species().zero();
    return zero.blend(one, a.compare(VectorOperators.GT, zero))
        .blend(one.neg(), a.compare(VectorOperators.LT, zero));
  }

  static <E> Vector<E> signUnsigned(Vector<E> a, Vector<E> b, Vector<E> one) {
    Vector<E> zero = a.species().zero();
    return one.blend(zero, a.compare(VectorOperators.EQ, zero));
  }

  /** Returns 1 for positive numbers, {@code b} for 0, else 0; 0 also for NaN. */
  static <E> Vector<E> heaviside(Vector<E> a, Vector<E> b, Vector<E> one) {
    Vector<E> zero = a.species().zero();
    return zero.blend(one, a.compare(VectorOperators.GT, zero))
        .blend(b, a.compare(VectorOperators.EQ, zero));
  }

  static <E> Vector<E> heavisideUnsigned(Vector<E> a, Vector<E> b, Vector<E> one) {
    return one.blend(b, a.compare(VectorOperators.EQ, a.species().zero()));
  }

  static <E> Vector<E> rsqrt(Vector<E> a, Vector<E> b, Vector<E> one) {
    return one.div(a.lanewise(VectorOperators.SQRT));
  }

  static <E> Vector<E> sin(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.SIN);
  }

  static <E> Vector<E> cos(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.COS);
  }

  static <E> Vector<E> tan(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.TAN);
  }

  static <E> Vector<E> sinh(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.SINH);
  }

  static <E> Vector<E> cosh(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.COSH);
  }

  static <E> Vector<E> expm1(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.EXPM1);
  }

  static <E> Vector<E> log1p(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.LOG1P);
  }

  static <E> Vector<E> log10(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.LOG10);
  }

  static <E> Vector<E> abs(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.ABS);
  }

  static <E> Vector<E> reciprocal(Vector<E> a, Vector<E> b, Vector<E> one) {
    return one.div(a);
  }

  static <E> Vector<E> atan2(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.ATAN2, b);
  }

  static <E> Vector<E> hypot(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.HYPOT, b);
  }

  /** Returns the angle of a real number: π below 0, else 0; NaN of NaN. */
  static Vector<Object> angle(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> zero = Blank.broadcast(0.0);
    return zero.blend(Blank.broadcast(Math.PI), a.compare(VectorOperators.LT, zero))
        .blend(a, a.compare(VectorOperators.NE, a));
  }

  /** Returns the sum, {@code a} where {@code b} is NaN. */
  static <E> Vector<E> addNumber(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.add(b).blend(a, b.compare(VectorOperators.NE, b));
  }

  /** Shifts to the left; a distance that is not below the width, or negative, leaves 0. */
  static <E> Vector<E> shiftLeft(Vector<E> a, Vector<E> distance, Vector<E> width) {
    return a.species()
        .zero()
        .blend(
            a.lanewise(VectorOperators.LSHL, distance),
            distance.compare(VectorOperators.ULT, width));
  }

  /** Shifts to the right; a distance that is not below the width, or negative, leaves the sign. */
  static <E> Vector<E> shiftRight(Vector<E> a, Vector<E> distance, Vector<E> width) {
    Vector<E> zero = a.species().zero();
    return zero.blend(zero.lanewise(VectorOperators.NOT), a.compare(VectorOperators.LT, zero))
        .blend(
            a.lanewise(VectorOperators.ASHR, distance),
            distance.compare(VectorOperators.ULT, width));
  }

  static <E> Vector<E> shiftRightUnsigned(Vector<E> a, Vector<E> distance, Vector<E> width) {
    return a.species()
        .zero()
        .blend(
            a.lanewise(VectorOperators.LSHR, distance),
            distance.compare(VectorOperators.ULT, width));
  }

  static Vector<Object> silu(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.div(Blank.exp(a.neg()).add(one));
  }

  static Vector<Object> siluBackward(Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> sigmoid = one.div(Blank.exp(a.neg()).add(one));
    return grad.mul(sigmoid).mul(a.mul(one.sub(sigmoid)).add(one));
  }

  /** Returns a · tanh(ln(1 + e)) = a · (e² + 2e) / (e² + 2e + 2), for e = exp(a). */
  static Vector<Object> mish(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> two = one.add(one);
    Vector<Object> e = Blank.exp(a);
    Vector<Object> n = e.mul(e.add(two));
    Vector<Object> share = n.div(n.add(two));
    Vector<Object> isOne = Blank.broadcast(20.0); // from here on, where e² may overflow
    return a.mul(share.blend(one, a.compare(VectorOperators.GT, isOne)));
  }

  private static Vector<Object> limited(Vector<Object> a, double high) {
    return a.lanewise(VectorOperators.MAX, Blank.broadcast(0.0))
        .lanewise(VectorOperators.MIN, Blank.broadcast(high));
  }

  static Vector<Object> hardsigmoid(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return limited(a.add(Blank.broadcast(3.0)), 6).div(Blank.broadcast(6.0));
  }

  static Vector<Object> hardsigmoidBackward(
      Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> three = Blank.broadcast(3.0);
    return Blank.broadcast(0.0)
        .blend(
            grad.mul(Blank.broadcast(1 / 6f)),
            a.lanewise(VectorOperators.ABS).compare(VectorOperators.LT, three));
  }

  static Vector<Object> hardswish(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.mul(limited(a.add(Blank.broadcast(3.0)), 6)).div(Blank.broadcast(6.0));
  }

  static Vector<Object> hardswishBackward(
      Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> three = Blank.broadcast(3.0);
    Vector<Object> inner = grad.mul(a.div(three).add(Blank.broadcast(0.5)));
    return grad.blend(inner, a.compare(VectorOperators.LT, three))
        .blend(Blank.broadcast(0.0), a.compare(VectorOperators.LE, three.neg()));
  }

  /** Returns exp(−|a|), which the gradient of log_sigmoid needs too. */
  static Vector<Object> decay(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return Blank.exp(a.lanewise(VectorOperators.ABS).neg());
  }

  /** Returns the logarithm of the sigmoid of {@code a}, whose {@link #decay} is given. */
  static Vector<Object> logSigmoid(Vector<Object> a, Vector<Object> decay, Vector<Object> one) {
    return a.lanewise(VectorOperators.MIN, Blank.broadcast(0.0))
        .sub(decay.lanewise(VectorOperators.LOG1P));
  }
}
