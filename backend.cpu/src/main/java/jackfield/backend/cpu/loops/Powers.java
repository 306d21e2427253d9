package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Powers and logarithms, as operations of loops on vectors. They fill the blank {@link
 * Blank#apply}. The number of the powers to a fixed exponent is that exponent, else it is 1.
 */
final class Powers {
  private static final double LOG2_E = 1.4426950408889634;

  private Powers() {}

  static <E> Vector<E> square(Vector<E> a, Vector<E> b, Vector<E> exponent) {
    return a.mul(a);
  }

  static <E> Vector<E> cube(Vector<E> a, Vector<E> b, Vector<E> exponent) {
    return a.mul(a).mul(a);
  }

  /** Divides by the square, or squares the reciprocal where the square is infinite. */
  static Vector<Object> squareBelowOne(Vector<Object> a, Vector<Object> b, Vector<Object> number) {
    Vector<Object> one = Blank.broadcast(1.0);
    Vector<Object> square = a.mul(a);
    Vector<Object> reciprocal = one.div(a);
    VectorMask<Object> isInfinite =
        square.compare(VectorOperators.EQ, Blank.broadcast(Double.POSITIVE_INFINITY));
    return one.div(square).blend(reciprocal.mul(reciprocal), isInfinite);
  }

  static Vector<Object> powNumber(Vector<Object> a, Vector<Object> b, Vector<Object> exponent) {
    return pow(a, exponent, exponent);
  }

  /**
   * Returns C's power, from which Java's differs: 1 to any power is 1, and so is −1 to an infinite
   * power.
   */
  static Vector<Object> pow(Vector<Object> a, Vector<Object> b, Vector<Object> number) {
    Vector<Object> one = Blank.broadcast(1.0);
    Vector<Object> infinity = Blank.broadcast(Double.POSITIVE_INFINITY);
    VectorMask<Object> isEndless =
        b.lanewise(VectorOperators.ABS)
            .compare(VectorOperators.EQ, infinity)
            .and(a.compare(VectorOperators.EQ, one.neg()));
    return a.lanewise(VectorOperators.POW, b)
        .blend(one, a.compare(VectorOperators.EQ, one).or(isEndless));
  }

  /** Returns a · ln(b); 0 where {@code a} is 0, unless {@code b} is NaN. */
  static Vector<Object> xlogy(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> zero = Blank.broadcast(0.0);
    return a.mul(b.lanewise(VectorOperators.LOG))
        .blend(zero, a.compare(VectorOperators.EQ, zero).and(b.compare(VectorOperators.EQ, b)));
  }

  /** Returns a · ln(1 + b); 0 where {@code a} is 0, unless {@code b} is NaN. */
  static Vector<Object> xlog1py(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> zero = Blank.broadcast(0.0);
    return a.mul(b.lanewise(VectorOperators.LOG1P))
        .blend(zero, a.compare(VectorOperators.EQ, zero).and(b.compare(VectorOperators.EQ, b)));
  }

  /** Returns −a · ln(a); 0 at 0, and −∞ below. */
  static Vector<Object> entr(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> zero = Blank.broadcast(0.0);
    return a.mul(a.lanewise(VectorOperators.LOG))
        .neg()
        .blend(zero, a.compare(VectorOperators.EQ, zero))
        .blend(Blank.broadcast(Double.NEGATIVE_INFINITY), a.compare(VectorOperators.LT, zero));
  }

  /** Returns log2(2ᵃ + 2ᵇ); the difference of equal infinities is NaN. */
  static Vector<Object> logaddexp2(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> difference = a.sub(b);
    Vector<Object> decay = Blank.exp2(difference.lanewise(VectorOperators.ABS).neg());
    VectorMask<Object> isEndless =
        difference.compare(VectorOperators.NE, difference).and(a.compare(VectorOperators.EQ, b));
    return decay
        .lanewise(VectorOperators.LOG1P)
        .mul(Blank.broadcast(LOG2_E))
        .add(a.lanewise(VectorOperators.MAX, b))
        .blend(a, isEndless);
  }

  /** Returns ln(eᵃ + eᵇ); the difference of equal infinities is NaN. */
  static Vector<Object> logaddexp(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> difference = a.sub(b);
    Vector<Object> decay = Blank.exp(difference.lanewise(VectorOperators.ABS).neg());
    VectorMask<Object> isEndless =
        difference.compare(VectorOperators.NE, difference).and(a.compare(VectorOperators.EQ, b));
    return a.lanewise(VectorOperators.MAX, b)
        .add(decay.lanewise(VectorOperators.LOG1P))
        .blend(a, isEndless);
  }

  static Vector<Object> logit(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.div(one.sub(a)).lanewise(VectorOperators.LOG);
  }

  /** Returns NaN outside of 0 to 1. */
  static Vector<Object> logitBackward(Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    VectorMask<Object> isOutside =
        a.compare(VectorOperators.LT, Blank.broadcast(0.0)).or(a.compare(VectorOperators.GT, one));
    return grad.div(a.mul(one.sub(a))).blend(Blank.broadcast(Double.NaN), isOutside);
  }

  static Vector<Object> exp2(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return Blank.exp2(a);
  }

  static Vector<Object> log2(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return Blank.log2(a);
  }
}
