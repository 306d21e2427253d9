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
 *
 * <p>For gelu of float32, the share of the normal distribution beyond z is exp(−z² / 2) · R(z) with
 * a rational R, fitted for a relative error of 1.3e-7 near 0 that grows to 4e-6 at the smallest
 * tails, as the rounding of z² does. R is a constant times a quotient of polynomials whose highest
 * coefficients are 1. The constant is part of the exponent, as its logarithm.
 */
final class ErrorFunctions {
  private static final double ROOT_OF_HALF = 0.7071067811865476;
  private static final double DENSITY_AT_0 = 0.3989422804014327; // 1 / √(2π)
  private static final double HALF_LOG2_E = 0.7213475204444817; // log2(e) / 2
  private static final double BELL_SHIFT = -1.3261871; // log2 of the constant of R
  private static final double SHIFTED_DENSITY = 1.0003044; // DENSITY_AT_0 / 2^BELL_SHIFT
  private static final double TAIL_IS_ZERO = 13.199; // its shifted bell is 2^−127, which is 0
  private static final double TANH_FACTOR = 0.7978845608028654; // √(2 / π), of PyTorch's gelu
  private static final double TANH_CUBE = 0.044715; // also of PyTorch's gelu

  private ErrorFunctions() {}

  static Vector<Object> next(Vector<Object> sum, Vector<Object> t, double coefficient) {
    return sum.lanewise(VectorOperators.FMA, t, Blank.broadcast(coefficient));
  }

  /** Returns erfc(z) · exp(z²) for z ≥ 0. */
  private static Vector<Object> scaledFloat(Vector<Object> z) {
    Vector<Object> two = Blank.broadcast(2.0);
    Vector<Object> t = two.div(z.add(two));
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

  /** Returns exp(−z² / 2) · 2^{@link #BELL_SHIFT}; the factor costs no operation. */
  private static Vector<Object> shiftedBell(Vector<Object> z) {
    Vector<Object> factor = Blank.broadcast(-HALF_LOG2_E);
    return Blank.decay(z.mul(z).lanewise(VectorOperators.FMA, factor, Blank.broadcast(BELL_SHIFT)));
  }

  /** Returns the share beyond {@code z} on one side, for z from 0 to {@link #TAIL_IS_ZERO}. */
  private static Vector<Object> tail(Vector<Object> z, Vector<Object> shiftedBell) {
    Vector<Object> above = next(z.add(Blank.broadcast(7.46527624)), z, 23.5038071);
    above = next(above, z, 34.1775665);
    Vector<Object> below = next(z.add(Blank.broadcast(7.45282698)), z, 24.6386147);
    below = next(below, z, 40.4989891);
    below = next(below, z, 27.2614574);
    return above.div(below).mul(shiftedBell);
  }

  static Vector<Object> geluFloat(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> z = Blank.magnitude(a, TAIL_IS_ZERO);
    return a.mul(below(a, tail(z, shiftedBell(z)), one));
  }

  static Vector<Object> geluDouble(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return a.mul(below(a, halved(scaledDouble(argument(a)), bell(a)), one));
  }

  /** Returns grad · (share below a + a · density at a). */
  private static Vector<Object> slope(
      Vector<Object> grad, Vector<Object> a, Vector<Object> share, Vector<Object> density) {
    return grad.mul(a.lanewise(VectorOperators.FMA, density, share));
  }

  static Vector<Object> geluBackwardFloat(
      Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> z = Blank.magnitude(a, TAIL_IS_ZERO);
    Vector<Object> bell = shiftedBell(z);
    return slope(grad, a, below(a, tail(z, bell), one), bell.mul(Blank.broadcast(SHIFTED_DENSITY)));
  }

  static Vector<Object> geluBackwardDouble(
      Vector<Object> grad, Vector<Object> a, Vector<Object> one) {
    Vector<Object> bell = bell(a);
    Vector<Object> share = below(a, halved(scaledDouble(argument(a)), bell), one);
    return slope(grad, a, share, bell.mul(Blank.broadcast(DENSITY_AT_0)));
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
