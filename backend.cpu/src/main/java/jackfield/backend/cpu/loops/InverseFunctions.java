package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Inverse trigonometric and hyperbolic functions, as operations of loops on vectors. They fill the
 * blank {@link Blank#apply}; the number is 1. The hyperbolic ones do not cancel near 0.
 */
final class InverseFunctions {
  private static final double LN2 = 0.6931471805599453;

  private InverseFunctions() {}

  static <E> Vector<E> asin(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.ASIN);
  }

  static <E> Vector<E> acos(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.ACOS);
  }

  static <E> Vector<E> atan(Vector<E> a, Vector<E> b, Vector<E> one) {
    return a.lanewise(VectorOperators.ATAN);
  }

  /** Returns ln(1 + above), but ln(2 a) where 1 is negligible beside the square of {@code a}. */
  private static Vector<Object> logarithm(Vector<Object> above, Vector<Object> a) {
    Vector<Object> far = a.lanewise(VectorOperators.LOG).add(Blank.broadcast(LN2));
    return above
        .lanewise(VectorOperators.LOG1P)
        .blend(far, a.compare(VectorOperators.GT, Blank.broadcast(0x1p28)));
  }

  static Vector<Object> asinh(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> size = a.lanewise(VectorOperators.ABS);
    Vector<Object> square = size.mul(size);
    Vector<Object> root = square.add(one).lanewise(VectorOperators.SQRT);
    Vector<Object> above = size.add(square.div(root.add(one)));
    return Blank.copySign(logarithm(above, size), a);
  }

  /** Returns NaN below 1. */
  static Vector<Object> acosh(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> above = a.sub(one);
    Vector<Object> square = above.mul(above);
    Vector<Object> root = above.add(above).add(square).lanewise(VectorOperators.SQRT);
    return logarithm(above.add(root), a)
        .blend(Blank.broadcast(Double.NaN), a.compare(VectorOperators.LT, one));
  }

  static Vector<Object> atanh(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> size = a.lanewise(VectorOperators.ABS);
    Vector<Object> inner = size.add(size).div(one.sub(size));
    Vector<Object> half = Blank.broadcast(0.5);
    return Blank.copySign(inner.lanewise(VectorOperators.LOG1P).mul(half), a);
  }
}
