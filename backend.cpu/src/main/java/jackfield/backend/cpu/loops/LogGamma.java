package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The logarithm of the gamma function, as operations of loops on vectors. They are the steps of one
 * function, in several loops, since one would be longer than what the compiler inlines.
 *
 * <p>For a from 1/2 on and y = a − 1, the value is y (y − 1) · P(u), with a polynomial P of u = (y
 * − 1) / (y + 3). The factors are the zeros, near which the error is relative, too. The pole of u
 * is among those of the function, so P converges from y = −1/2 to 7. Beyond, it is Stirling's
 * series, whose rest is a polynomial of 1 / a². Below 1/2, the value is reflected from that of 1 −
 * a.
 *
 * <p>The polynomials interpolate at Chebyshev's nodes, computed with 60 digits. Their relative
 * errors are 1.2e-8 for float32 and 1e-17 for float64.
 */
final class LogGamma {
  private static final double CONSTANT = 0.4189385332046727; // (ln(2 π) − 1) / 2

  private LogGamma() {}

  /** Returns P(u). */
  private static Vector<Object> polynomialFloat(Vector<Object> u) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(0.12595718), u, -0.14182246);
    sum = SineOfPi.next(sum, u, -0.029121758);
    sum = SineOfPi.next(sum, u, 0.030072795);
    sum = SineOfPi.next(sum, u, 0.061613277);
    sum = SineOfPi.next(sum, u, -0.073061064);
    sum = SineOfPi.next(sum, u, 0.04679533);
    sum = SineOfPi.next(sum, u, -0.060617335);
    sum = SineOfPi.next(sum, u, 0.06256981);
    sum = SineOfPi.next(sum, u, -0.087430514);
    sum = SineOfPi.next(sum, u, 0.08292966);
    sum = SineOfPi.next(sum, u, -0.13896815);
    sum = SineOfPi.next(sum, u, 0.12617089);
    sum = SineOfPi.next(sum, u, -0.4012693);
    return SineOfPi.next(sum, u, 0.42278433);
  }

  /** Returns the rest of the series, times a, for 1 / a². */
  private static Vector<Object> restFloat(Vector<Object> s) {
    Vector<Object> sum = Blank.broadcast(-0.0027655018);
    return SineOfPi.next(sum, s, 0.083333306);
  }

  /** Returns P(u). */
  private static Vector<Object> polynomialDouble(Vector<Object> u) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(0.3877091575640645), u, -0.4079476020796533);
    sum = SineOfPi.next(sum, u, -0.7440166672670837);
    sum = SineOfPi.next(sum, u, 0.7816508789830888);
    sum = SineOfPi.next(sum, u, 0.773709171391488);
    sum = SineOfPi.next(sum, u, -0.8132151386250999);
    sum = SineOfPi.next(sum, u, -0.4499507849414677);
    sum = SineOfPi.next(sum, u, 0.47206006903436865);
    sum = SineOfPi.next(sum, u, 0.21591589259311691);
    sum = SineOfPi.next(sum, u, -0.2274398702573653);
    sum = SineOfPi.next(sum, u, -0.03802124159719319);
    sum = SineOfPi.next(sum, u, 0.038987430109230094);
    sum = SineOfPi.next(sum, u, 0.03554037529569948);
    sum = SineOfPi.next(sum, u, -0.038561087653738946);
    sum = SineOfPi.next(sum, u, 0.02295515195601295);
    sum = SineOfPi.next(sum, u, -0.025780237250565143);
    sum = SineOfPi.next(sum, u, 0.0280148058340099);
    sum = SineOfPi.next(sum, u, -0.03171086622854171);
    sum = SineOfPi.next(sum, u, 0.03122576170573442);
    sum = SineOfPi.next(sum, u, -0.036004743250457306);
    sum = SineOfPi.next(sum, u, 0.0357048511177861);
    sum = SineOfPi.next(sum, u, -0.04215700502297321);
    sum = SineOfPi.next(sum, u, 0.04164049761313281);
    sum = SineOfPi.next(sum, u, -0.050833789447934465);
    sum = SineOfPi.next(sum, u, 0.0499333949527649);
    sum = SineOfPi.next(sum, u, -0.06410725977566063);
    sum = SineOfPi.next(sum, u, 0.062323224538260905);
    sum = SineOfPi.next(sum, u, -0.08715639050087608);
    sum = SineOfPi.next(sum, u, 0.08293806015339922);
    sum = SineOfPi.next(sum, u, -0.13897748719631037);
    sum = SineOfPi.next(sum, u, 0.1261708032410773);
    sum = SineOfPi.next(sum, u, -0.40126920669741545);
    return SineOfPi.next(sum, u, 0.42278433509846713);
  }

  /** Returns the rest of the series, times a, for 1 / a². */
  private static Vector<Object> restDouble(Vector<Object> s) {
    Vector<Object> sum =
        SineOfPi.next(Blank.broadcast(0.005065905360156132), s, -0.001890382993887715);
    sum = SineOfPi.next(sum, s, 0.0008414700852503147);
    sum = SineOfPi.next(sum, s, -0.0005952365845057049);
    sum = SineOfPi.next(sum, s, 0.0007936507897524059);
    sum = SineOfPi.next(sum, s, -0.002777777777773988);
    return SineOfPi.next(sum, s, 0.08333333333333333);
  }

  /** Returns y (y − 1) P, which is 0 and not −0 for y = 0. */
  private static Vector<Object> product(Vector<Object> y, Vector<Object> polynomial) {
    Vector<Object> product = y.mul(y.sub(Blank.broadcast(1.0))).mul(polynomial);
    return product.add(Blank.broadcast(0.0));
  }

  private static Vector<Object> series(Vector<Object> at, Vector<Object> rest) {
    Vector<Object> log = at.lanewise(VectorOperators.LOG).sub(Blank.broadcast(1.0));
    return at.sub(Blank.broadcast(0.5))
        .lanewise(VectorOperators.FMA, log, rest.add(Blank.broadcast(CONSTANT)));
  }

  /** Returns −ln(|d| · share) − value below 1/2; infinity at whole numbers. */
  private static Vector<Object> reflected(
      Vector<Object> a, Vector<Object> value, Vector<Object> distance, Vector<Object> share) {
    Vector<Object> size = distance.lanewise(VectorOperators.ABS);
    VectorMask<Object> isPole = size.compare(VectorOperators.GT, Blank.broadcast(0.0)).not();
    Vector<Object> below =
        size.mul(share)
            .lanewise(VectorOperators.LOG)
            .add(value)
            .neg()
            .blend(Blank.broadcast(Double.POSITIVE_INFINITY), isPole);
    return value.blend(below, GammaSteps.isReflected(a));
  }

  /** Returns the value by the polynomial, without the reflection. */
  static Vector<Object> nearFloat(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> above = GammaSteps.above(a);
    return product(above, polynomialFloat(GammaSteps.place(above)));
  }

  /** Returns the near value or, beyond it, that of the series. */
  static Vector<Object> farFloat(
      Vector<Object> a,
      Vector<Object> near,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> above = GammaSteps.above(a);
    Vector<Object> at = above.add(Blank.broadcast(1.0));
    Vector<Object> inverse = Blank.broadcast(1.0).div(at);
    Vector<Object> rest = restFloat(inverse.mul(inverse)).mul(inverse);
    return GammaSteps.joined(above, series(at, rest), near);
  }

  /** Returns the value, for the one without the reflection. */
  static Vector<Object> wholeFloat(
      Vector<Object> a,
      Vector<Object> value,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> distance = SineOfPi.distance(a);
    return reflected(a, value, distance, SineOfPi.shareFloat(distance.mul(distance)));
  }

  /** Returns the value by the polynomial, without the reflection. */
  static Vector<Object> nearDouble(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> above = GammaSteps.above(a);
    return product(above, polynomialDouble(GammaSteps.place(above)));
  }

  /** Returns the near value or, beyond it, that of the series. */
  static Vector<Object> farDouble(
      Vector<Object> a,
      Vector<Object> near,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> above = GammaSteps.above(a);
    Vector<Object> at = above.add(Blank.broadcast(1.0));
    Vector<Object> inverse = Blank.broadcast(1.0).div(at);
    Vector<Object> rest = restDouble(inverse.mul(inverse)).mul(inverse);
    return GammaSteps.joined(above, series(at, rest), near);
  }

  /** Returns the value, for the one without the reflection. */
  static Vector<Object> wholeDouble(
      Vector<Object> a,
      Vector<Object> value,
      Vector<Object> c,
      Vector<Object> x,
      Vector<Object> y,
      Vector<Object> z) {
    Vector<Object> distance = SineOfPi.distance(a);
    return reflected(a, value, distance, SineOfPi.shareDouble(distance.mul(distance)));
  }
}
