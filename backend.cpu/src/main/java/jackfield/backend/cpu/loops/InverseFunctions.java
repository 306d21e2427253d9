package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Inverse trigonometric, hyperbolic and error functions, as operations of loops on vectors. They
 * fill the blank {@link Blank#apply}; the number is 1. The hyperbolic ones do not cancel near 0.
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

  // ---- the inverse of the error function: x times a polynomial of w = −ln(1 − x²) near 0, or of
  // √w, by M. Giles, Approximating the erfinv function (GPU Computing Gems, 2010).

  /** Returns the factor for w below 5, of w − 2.5. */
  private static Vector<Object> nearFloat(Vector<Object> w) {
    Vector<Object> sum = ErrorFunctions.next(Blank.broadcast(2.81022636e-08), w, 3.43273939e-07);
    sum = ErrorFunctions.next(sum, w, -3.5233877e-06);
    sum = ErrorFunctions.next(sum, w, -4.39150654e-06);
    sum = ErrorFunctions.next(sum, w, 0.00021858087);
    sum = ErrorFunctions.next(sum, w, -0.00125372503);
    sum = ErrorFunctions.next(sum, w, -0.00417768164);
    sum = ErrorFunctions.next(sum, w, 0.246640727);
    return ErrorFunctions.next(sum, w, 1.50140941);
  }

  /** Returns the factor for the other w, of √w − 3. */
  private static Vector<Object> farFloat(Vector<Object> w) {
    Vector<Object> sum = ErrorFunctions.next(Blank.broadcast(-0.000200214257), w, 0.000100950558);
    sum = ErrorFunctions.next(sum, w, 0.00134934322);
    sum = ErrorFunctions.next(sum, w, -0.00367342844);
    sum = ErrorFunctions.next(sum, w, 0.00573950773);
    sum = ErrorFunctions.next(sum, w, -0.0076224613);
    sum = ErrorFunctions.next(sum, w, 0.00943887047);
    sum = ErrorFunctions.next(sum, w, 1.00167406);
    return ErrorFunctions.next(sum, w, 2.83297682);
  }

  /** Returns the factor for w below 6.25, of w − 3.125. */
  private static Vector<Object> nearDouble(Vector<Object> w) {
    Vector<Object> sum =
        ErrorFunctions.next(Blank.broadcast(-3.64441206401782e-21), w, -1.6850591381820166e-19);
    sum = ErrorFunctions.next(sum, w, 1.28584807152564e-18);
    sum = ErrorFunctions.next(sum, w, 1.1157877678025181e-17);
    sum = ErrorFunctions.next(sum, w, -1.333171662854621e-16);
    sum = ErrorFunctions.next(sum, w, 2.0972767875968562e-17);
    sum = ErrorFunctions.next(sum, w, 6.637638134358324e-15);
    sum = ErrorFunctions.next(sum, w, -4.054566272975207e-14);
    sum = ErrorFunctions.next(sum, w, -8.151934197605472e-14);
    sum = ErrorFunctions.next(sum, w, 2.6335093153082323e-12);
    sum = ErrorFunctions.next(sum, w, -1.2975133253453532e-11);
    sum = ErrorFunctions.next(sum, w, -5.415412054294628e-11);
    sum = ErrorFunctions.next(sum, w, 1.0512122733215323e-09);
    sum = ErrorFunctions.next(sum, w, -4.112633980346984e-09);
    sum = ErrorFunctions.next(sum, w, -2.9070369957882005e-08);
    sum = ErrorFunctions.next(sum, w, 4.2347877827932404e-07);
    sum = ErrorFunctions.next(sum, w, -1.3654692000834679e-06);
    sum = ErrorFunctions.next(sum, w, -1.3882523362786469e-05);
    sum = ErrorFunctions.next(sum, w, 0.00018673420803405714);
    sum = ErrorFunctions.next(sum, w, -0.000740702534166267);
    sum = ErrorFunctions.next(sum, w, -0.006033670871430149);
    sum = ErrorFunctions.next(sum, w, 0.24015818242558962);
    return ErrorFunctions.next(sum, w, 1.6536545626831027);
  }

  /** Returns the factor for w below 16, of √w − 3.25. */
  private static Vector<Object> middleDouble(Vector<Object> w) {
    Vector<Object> sum =
        ErrorFunctions.next(Blank.broadcast(2.2137376921775787e-09), w, 9.075656193888539e-08);
    sum = ErrorFunctions.next(sum, w, -2.7517406297064545e-07);
    sum = ErrorFunctions.next(sum, w, 1.8239629214389228e-08);
    sum = ErrorFunctions.next(sum, w, 1.5027403968909828e-06);
    sum = ErrorFunctions.next(sum, w, -4.013867526981546e-06);
    sum = ErrorFunctions.next(sum, w, 2.9234449089955446e-06);
    sum = ErrorFunctions.next(sum, w, 1.2475304481671779e-05);
    sum = ErrorFunctions.next(sum, w, -4.7318229009055734e-05);
    sum = ErrorFunctions.next(sum, w, 6.828485145957318e-05);
    sum = ErrorFunctions.next(sum, w, 2.4031110387097894e-05);
    sum = ErrorFunctions.next(sum, w, -0.0003550375203628475);
    sum = ErrorFunctions.next(sum, w, 0.0009532893797373805);
    sum = ErrorFunctions.next(sum, w, -0.0016882755560235047);
    sum = ErrorFunctions.next(sum, w, 0.002491442096107851);
    sum = ErrorFunctions.next(sum, w, -0.003751208507569241);
    sum = ErrorFunctions.next(sum, w, 0.005370914553590064);
    sum = ErrorFunctions.next(sum, w, 1.0052589676941592);
    return ErrorFunctions.next(sum, w, 3.0838856104922208);
  }

  /** Returns the factor for the other w, of √w − 5. */
  private static Vector<Object> farDouble(Vector<Object> w) {
    Vector<Object> sum =
        ErrorFunctions.next(Blank.broadcast(-2.7109920616438573e-11), w, -2.555641816996525e-10);
    sum = ErrorFunctions.next(sum, w, 1.5076572693500548e-09);
    sum = ErrorFunctions.next(sum, w, -3.789465440126737e-09);
    sum = ErrorFunctions.next(sum, w, 7.61570120807834e-09);
    sum = ErrorFunctions.next(sum, w, -1.496002662714924e-08);
    sum = ErrorFunctions.next(sum, w, 2.914795345090108e-08);
    sum = ErrorFunctions.next(sum, w, -6.771199775845234e-08);
    sum = ErrorFunctions.next(sum, w, 2.2900482228026655e-07);
    sum = ErrorFunctions.next(sum, w, -9.9298272942317e-07);
    sum = ErrorFunctions.next(sum, w, 4.526062597223154e-06);
    sum = ErrorFunctions.next(sum, w, -1.968177810553167e-05);
    sum = ErrorFunctions.next(sum, w, 7.599527703001776e-05);
    sum = ErrorFunctions.next(sum, w, -0.00021503011930044477);
    sum = ErrorFunctions.next(sum, w, -0.00013871931833623122);
    sum = ErrorFunctions.next(sum, w, 1.0103004648645344);
    return ErrorFunctions.next(sum, w, 4.849906401408584);
  }

  private static Vector<Object> depth(Vector<Object> a, Vector<Object> one) {
    return one.sub(a).mul(one.add(a)).lanewise(VectorOperators.LOG).neg();
  }

  private static Vector<Object> below(Vector<Object> w, double middle) {
    return w.sub(Blank.broadcast(middle));
  }

  /** Returns the product; infinite at −1 and 1, whose factor is not finite. */
  private static Vector<Object> scaled(
      Vector<Object> a, Vector<Object> factor, Vector<Object> one) {
    Vector<Object> endless = Blank.copySign(Blank.broadcast(Double.POSITIVE_INFINITY), a);
    Vector<Object> size = a.lanewise(VectorOperators.ABS);
    return a.mul(factor).blend(endless, size.compare(VectorOperators.EQ, one));
  }

  /** Returns the inverse of the error function; NaN beyond −1 and 1, whose logarithm is NaN. */
  static Vector<Object> erfinvFloat(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> w = depth(a, one);
    Vector<Object> near = nearFloat(below(w, 2.5));
    Vector<Object> far = farFloat(below(w.lanewise(VectorOperators.SQRT), 3));
    VectorMask<Object> isNear = w.compare(VectorOperators.LT, Blank.broadcast(5.0));
    return scaled(a, far.blend(near, isNear), one);
  }

  /** Returns the factor of numbers near 0; it is the first of three steps of float64. */
  static Vector<Object> erfinvNear(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return nearDouble(below(depth(a, one), 3.125));
  }

  /** Returns the factor of numbers that are not near 1, for that near 0. */
  static Vector<Object> erfinvMiddle(Vector<Object> a, Vector<Object> near, Vector<Object> one) {
    Vector<Object> w = depth(a, one);
    Vector<Object> middle = middleDouble(below(w.lanewise(VectorOperators.SQRT), 3.25));
    return middle.blend(near, w.compare(VectorOperators.LT, Blank.broadcast(6.25)));
  }

  /** Returns the inverse of the error function, for the factor of numbers not near 1. */
  static Vector<Object> erfinvDouble(Vector<Object> a, Vector<Object> near, Vector<Object> one) {
    Vector<Object> w = depth(a, one);
    Vector<Object> far = farDouble(below(w.lanewise(VectorOperators.SQRT), 5));
    VectorMask<Object> isNear = w.compare(VectorOperators.LT, Blank.broadcast(16.0));
    return scaled(a, far.blend(near, isNear), one);
  }
}
