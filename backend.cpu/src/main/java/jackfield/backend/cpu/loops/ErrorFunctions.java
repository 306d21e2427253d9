package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * The error function and the activation gelu, as operations of loops on vectors. They fill the
 * blank {@link Blank#apply}; the number is 1.
 *
 * <p>For z ≥ 0, erfc(z) is exp(−z²) · t · P(t) with a polynomial P of t = c / (c + z). Its error is
 * relative, so small tails keep their digits. The polynomials interpolate at Chebyshev's nodes,
 * computed with 50 digits: for float32 with c = 2 up to z = 10.5 with a relative error of 4.5e-8,
 * for float64 with c = 4 up to z = 27.5 with 4.6e-17. Beyond, exp(−z²) is 0. Near 0, where 1 −
 * erfc(z) cancels, erf(z) is z · Q(z²).
 */
final class ErrorFunctions {
  private static final double ROOT_OF_HALF = 0.7071067811865476;
  private static final double DENSITY_AT_0 = 0.3989422804014327; // 1 / √(2π)
  private static final double HALF_LOG2_E = 0.7213475204444817; // log2(e) / 2
  private static final double TANH_FACTOR = 0.7978845608028654; // √(2 / π), of PyTorch's gelu
  private static final double TANH_CUBE = 0.044715; // also of PyTorch's gelu

  private ErrorFunctions() {}

  private static Vector<Object> next(Vector<Object> sum, Vector<Object> t, double coefficient) {
    return sum.lanewise(VectorOperators.FMA, t, Blank.broadcast(coefficient));
  }

  /** Returns erfc(z) · exp(z²) for z ≥ 0. */
  private static Vector<Object> scaledFloat(Vector<Object> z) {
    return scaledFloat(z, Blank.broadcast(2.0));
  }

  /** Returns erfc(z) · exp(z²) for z = 2 · multiple / unit. */
  private static Vector<Object> scaledFloat(Vector<Object> multiple, Vector<Object> unit) {
    Vector<Object> t = unit.div(multiple.add(unit));
    Vector<Object> sum = next(Blank.broadcast(0.017461749), t, -0.14968644);
    sum = next(sum, t, 0.48678988);
    sum = next(sum, t, -0.7410372);
    sum = next(sum, t, 0.47489557);
    sum = next(sum, t, -0.12403056);
    sum = next(sum, t, 0.23333538);
    sum = next(sum, t, 0.2372116);
    sum = next(sum, t, 0.2830016);
    return next(sum, t, 0.28205842).mul(t);
  }

  /** Returns erfc(z) · exp(z²) for z ≥ 0. */
  private static Vector<Object> scaledDouble(Vector<Object> z) {
    Vector<Object> four = Blank.broadcast(4.0);
    Vector<Object> t = four.div(z.add(four));
    Vector<Object> sum = next(Blank.broadcast(0.0017167294190651684), t, -0.021971764992495108);
    sum = next(sum, t, 0.12824492793778478);
    sum = next(sum, t, -0.451705057376958);
    sum = next(sum, t, 1.0745186020862634);
    sum = next(sum, t, -1.8416775548355582);
    sum = next(sum, t, 2.384394832480681);
    sum = next(sum, t, -2.412766922864029);
    sum = next(sum, t, 1.9386697141485727);
    sum = next(sum, t, -1.256908678247811);
    sum = next(sum, t, 0.6713261492229722);
    sum = next(sum, t, -0.269101455481315);
    sum = next(sum, t, 0.12940173372929764);
    sum = next(sum, t, 0.016152443005523147);
    sum = next(sum, t, 0.06908690661729079);
    sum = next(sum, t, 0.07985318184944147);
    sum = next(sum, t, 0.09921116714170791);
    sum = next(sum, t, 0.1149948977116003);
    sum = next(sum, t, 0.12782577777251514);
    sum = next(sum, t, 0.13663957585366318);
    sum = next(sum, t, 0.14104739898493782);
    return next(sum, t, 0.14104739583684947).mul(t);
  }

  /** Returns erf(a) / a for a square below 1. */
  private static Vector<Object> nearZeroFloat(Vector<Object> square) {
    Vector<Object> sum = next(Blank.broadcast(7.875875e-05), square, -0.00080168643);
    sum = next(sum, square, 0.0051890872);
    sum = next(sum, square, -0.026854211);
    sum = next(sum, square, 0.11283594);
    sum = next(sum, square, -0.37612626);
    return next(sum, square, 1.1283791);
  }

  /** Returns erf(a) / a for a square below 1. */
  private static Vector<Object> nearZeroDouble(Vector<Object> square) {
    Vector<Object> sum =
        next(Blank.broadcast(-7.795898827002142e-10), square, 1.3720064546777686e-08);
    sum = next(sum, square, -1.6208483801871705e-07);
    sum = next(sum, square, 1.6447424703317362e-06);
    sum = next(sum, square, -1.492473690741966e-05);
    sum = next(sum, square, 0.00012055294904839707);
    sum = next(sum, square, -0.0008548325975389692);
    sum = next(sum, square, 0.0052239776071164225);
    sum = next(sum, square, -0.02686617064323777);
    sum = next(sum, square, 0.11283791670945006);
    sum = next(sum, square, -0.37612638903183543);
    return next(sum, square, 1.1283791670955126);
  }

  private static Vector<Object> abs(Vector<Object> a) {
    return a.lanewise(VectorOperators.ABS);
  }

  static Vector<Object> erfFloat(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> z = abs(a);
    Vector<Object> square = z.mul(z);
    Vector<Object> far = one.sub(scaledFloat(z).mul(Blank.exp(square.neg())));
    Vector<Object> near = z.mul(nearZeroFloat(square));
    return Blank.copySign(far.blend(near, z.compare(VectorOperators.LT, one)), a);
  }

  static Vector<Object> erfDouble(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> z = abs(a);
    Vector<Object> square = z.mul(z);
    Vector<Object> far = one.sub(scaledDouble(z).mul(Blank.exp(square.neg())));
    Vector<Object> near = z.mul(nearZeroDouble(square));
    return Blank.copySign(far.blend(near, z.compare(VectorOperators.LT, one)), a);
  }

  /** Returns exp(−z²); what the square loses by rounding would be multiplied in the exponent. */
  private static Vector<Object> expOfSquare(Vector<Object> z, Vector<Object> one) {
    Vector<Object> square = z.mul(z);
    Vector<Object> rest = z.lanewise(VectorOperators.FMA, z, square.neg());
    return Blank.exp(square.neg()).mul(one.sub(rest));
  }

  private static Vector<Object> complement(
      Vector<Object> a, Vector<Object> scaled, Vector<Object> one) {
    Vector<Object> most = Blank.broadcast(30.0); // beyond it the exponential is 0 for all types
    Vector<Object> z = abs(a).blend(most, abs(a).compare(VectorOperators.GT, most));
    Vector<Object> beyond = scaled.mul(expOfSquare(z, one));
    Vector<Object> below = one.add(one).sub(beyond);
    return beyond.blend(below, a.compare(VectorOperators.LT, Blank.broadcast(0.0)));
  }

  static Vector<Object> erfcFloat(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return complement(a, scaledFloat(abs(a)), one);
  }

  static Vector<Object> erfcDouble(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return complement(a, scaledDouble(abs(a)), one);
  }

  /** Returns exp(−a² / 2). */
  private static Vector<Object> bell(Vector<Object> a) {
    return Blank.exp(a.mul(a).mul(Blank.broadcast(-0.5)));
  }

  /** Returns the share below {@code a}, for the share beyond its magnitude on one side. */
  private static Vector<Object> below(Vector<Object> a, Vector<Object> tail, Vector<Object> one) {
    return tail.blend(one.sub(tail), a.compare(VectorOperators.GT, Blank.broadcast(0.0)));
  }

  private static Vector<Object> argument(Vector<Object> a) {
    return abs(a).mul(Blank.broadcast(ROOT_OF_HALF));
  }

  private static Vector<Object> halved(Vector<Object> scaled, Vector<Object> bell) {
    return scaled.mul(Blank.broadcast(0.5)).mul(bell);
  }

  /** Returns exp(−a² / 2) / 2; the half costs no operation. */
  private static Vector<Object> halfBell(Vector<Object> a) {
    Vector<Object> factor = Blank.broadcast(-HALF_LOG2_E);
    return Blank.decay(a.mul(a).lanewise(VectorOperators.FMA, factor, Blank.broadcast(-1.0)));
  }

  /** Returns the share beyond the magnitude of {@code a} on one side. */
  private static Vector<Object> tail(Vector<Object> a, Vector<Object> halfBell) {
    Vector<Object> unit = Blank.broadcast(2 / ROOT_OF_HALF);
    return scaledFloat(abs(a), unit).mul(halfBell);
  }

  static Vector<Object> geluFloat(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.mul(below(a, tail(a, halfBell(a)), one));
  }

  static Vector<Object> geluDouble(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.mul(below(a, halved(scaledDouble(argument(a)), bell(a)), one));
  }

  /** Returns grad · (share below a + a · density at a). */
  private static Vector<Object> slope(
      Vector<Object> grad, Vector<Object> a, Vector<Object> share, Vector<Object> bell) {
    return grad.mul(
        a.mul(bell).lanewise(VectorOperators.FMA, Blank.broadcast(DENSITY_AT_0), share));
  }

  static Vector<Object> geluBackwardFloat(
      Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> half = halfBell(a);
    return slope(grad, a, below(a, tail(a, half), one), half.add(half));
  }

  static Vector<Object> geluBackwardDouble(
      Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> bell = bell(a);
    return slope(grad, a, below(a, halved(scaledDouble(argument(a)), bell), one), bell);
  }

  /** Returns (1 + tanh(√(2/π) (a + 0.044715 a³))) / 2, as a sigmoid. */
  private static Vector<Object> tanhShare(
      Vector<Object> a, Vector<Object> square, Vector<Object> one) {
    Vector<Object> factor =
        square.lanewise(
            VectorOperators.FMA,
            Blank.broadcast(-2 * TANH_FACTOR * TANH_CUBE),
            Blank.broadcast(-2 * TANH_FACTOR));
    return one.div(Blank.exp(a.mul(factor)).add(one));
  }

  static Vector<Object> tanhGelu(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.mul(tanhShare(a, a.mul(a), one));
  }

  /** Where the square of {@code a} is not finite, the result is NaN, as PyTorch's. */
  static Vector<Object> tanhGeluBackward(
      Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> square = a.mul(a);
    Vector<Object> share = tanhShare(a, square, one);
    Vector<Object> inner =
        square.lanewise(
            VectorOperators.FMA,
            Blank.broadcast(6 * TANH_FACTOR * TANH_CUBE),
            Blank.broadcast(2 * TANH_FACTOR));
    Vector<Object> change = a.mul(share).mul(one.sub(share)).mul(inner);
    return grad.mul(share.add(change));
  }
}
