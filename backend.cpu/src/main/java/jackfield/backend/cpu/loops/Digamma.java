package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The derivative of the logarithm of the gamma function, in the steps of {@link LogGamma}.
 *
 * <p>From 1/2 on the value is (y − root) · Q(u), which keeps the digits near the root; beyond 8 it
 * is the asymptotic series. Below 1/2, it is reflected by a cotangent, which is (1 − 4 d²) · C(d²)
 * / d for the distance d to the nearest whole number. The relative errors of the polynomials are
 * 2.2e-8 and 2e-17.
 */
final class Digamma {
  private Digamma() {}

  /** Returns Q(u). */
  private static Vector<Object> polynomialFloat(Vector<Object> u) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(4.098616), u, -4.1066356);
    sum = SineOfPi.next(sum, u, -2.1732013);
    sum = SineOfPi.next(sum, u, 2.1754034);
    sum = SineOfPi.next(sum, u, 1.7775451);
    sum = SineOfPi.next(sum, u, -1.7829199);
    sum = SineOfPi.next(sum, u, 0.45602408);
    sum = SineOfPi.next(sum, u, -0.46084872);
    sum = SineOfPi.next(sum, u, 0.706323);
    sum = SineOfPi.next(sum, u, -0.71470225);
    sum = SineOfPi.next(sum, u, 0.6772317);
    sum = SineOfPi.next(sum, u, -0.69354945);
    sum = SineOfPi.next(sum, u, 0.67779285);
    sum = SineOfPi.next(sum, u, -0.72626436);
    sum = SineOfPi.next(sum, u, 0.70104253);
    sum = SineOfPi.next(sum, u, -1.0429555);
    return SineOfPi.next(sum, u, 0.7853075);
  }

  /** Returns the rest of the series, times a², for 1 / a². */
  private static Vector<Object> restFloat(Vector<Object> s) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(0.0038735883), s, -0.008332783);
    return SineOfPi.next(sum, s, 0.083333336);
  }

  /** Returns C(d²). */
  private static Vector<Object> cotangentFloat(Vector<Object> s) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(1.7599205), s, 0.22011322);
    sum = SineOfPi.next(sum, s, 0.7498543);
    sum = SineOfPi.next(sum, s, 0.6612667);
    sum = SineOfPi.next(sum, s, 0.6762048);
    sum = SineOfPi.next(sum, s, 0.71012676);
    return SineOfPi.next(sum, s, 1.0);
  }

  /** Returns Q(u). */
  private static Vector<Object> polynomialDouble(Vector<Object> u) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(-30.374920896802735), u, 30.362947692322123);
    sum = SineOfPi.next(sum, u, 68.03923578609748);
    sum = SineOfPi.next(sum, u, -68.01363465829313);
    sum = SineOfPi.next(sum, u, -78.10543803208584);
    sum = SineOfPi.next(sum, u, 78.07596269146278);
    sum = SineOfPi.next(sum, u, 53.69017259513508);
    sum = SineOfPi.next(sum, u, -53.67063012316455);
    sum = SineOfPi.next(sum, u, -26.931628132912746);
    sum = SineOfPi.next(sum, u, 26.921276977981073);
    sum = SineOfPi.next(sum, u, 8.458630627884167);
    sum = SineOfPi.next(sum, u, -8.456093104720576);
    sum = SineOfPi.next(sum, u, -3.0432811697249496);
    sum = SineOfPi.next(sum, u, 3.041463630117543);
    sum = SineOfPi.next(sum, u, -0.22853758932810964);
    sum = SineOfPi.next(sum, u, 0.22755316304150813);
    sum = SineOfPi.next(sum, u, -0.7511596620679402);
    sum = SineOfPi.next(sum, u, 0.7497281065910802);
    sum = SineOfPi.next(sum, u, -0.6777845385715927);
    sum = SineOfPi.next(sum, u, 0.6760251843208603);
    sum = SineOfPi.next(sum, u, -0.6858036157163709);
    sum = SineOfPi.next(sum, u, 0.6835339455152459);
    sum = SineOfPi.next(sum, u, -0.6855324808136978);
    sum = SineOfPi.next(sum, u, 0.6825000170748303);
    sum = SineOfPi.next(sum, u, -0.6861054059293584);
    sum = SineOfPi.next(sum, u, 0.6818518342250354);
    sum = SineOfPi.next(sum, u, -0.6870422944799699);
    sum = SineOfPi.next(sum, u, 0.680679916304696);
    sum = SineOfPi.next(sum, u, -0.6890177913519747);
    sum = SineOfPi.next(sum, u, 0.6787474780048687);
    sum = SineOfPi.next(sum, u, -0.6950676766109064);
    sum = SineOfPi.next(sum, u, 0.677753134892623);
    sum = SineOfPi.next(sum, u, -0.7262245808990477);
    sum = SineOfPi.next(sum, u, 0.7010428535500652);
    sum = SineOfPi.next(sum, u, -1.0429558187320056);
    return SineOfPi.next(sum, u, 0.7853075386041053);
  }

  /** Returns the rest of the series, times a², for 1 / a². */
  private static Vector<Object> restDouble(Vector<Object> s) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(-0.299425370626735), s, 0.08002337465397756);
    sum = SineOfPi.next(sum, s, -0.02105106090804774);
    sum = SineOfPi.next(sum, s, 0.007575459920369176);
    sum = SineOfPi.next(sum, s, -0.004166665501516725);
    sum = SineOfPi.next(sum, s, 0.003968253965999701);
    sum = SineOfPi.next(sum, s, -0.008333333333331664);
    return SineOfPi.next(sum, s, 0.08333333333333333);
  }

  /** Returns C(d²). */
  private static Vector<Object> cotangentDouble(Vector<Object> s) {
    Vector<Object> sum = SineOfPi.next(Blank.broadcast(5.336813851582661), s, -4.669712117726342);
    sum = SineOfPi.next(sum, s, 3.7732941760284464);
    sum = SineOfPi.next(sum, s, -0.4612382746984015);
    sum = SineOfPi.next(sum, s, 0.943486535801883);
    sum = SineOfPi.next(sum, s, 0.6189955082114015);
    sum = SineOfPi.next(sum, s, 0.67251558366827);
    sum = SineOfPi.next(sum, s, 0.6661642927130073);
    sum = SineOfPi.next(sum, s, 0.6667306285204495);
    sum = SineOfPi.next(sum, s, 0.6667965658083592);
    sum = SineOfPi.next(sum, s, 0.6671967920207549);
    sum = SineOfPi.next(sum, s, 0.6688378666170829);
    sum = SineOfPi.next(sum, s, 0.6758809977968725);
    sum = SineOfPi.next(sum, s, 0.7101318663035304);
    return SineOfPi.next(sum, s, 1.0);
  }

  private static Vector<Object> series(
      Vector<Object> at, Vector<Object> half, Vector<Object> rest) {
    return at.lanewise(VectorOperators.LOG).sub(half).sub(rest);
  }

  /** Returns value − π · cot(π d) below 1/2; NaN at negative whole numbers. */
  private static Vector<Object> reflected(
      Vector<Object> a, Vector<Object> value, Vector<Object> distance, Vector<Object> cotangent) {
    Vector<Object> zero = Blank.broadcast(0.0);
    Vector<Object> twice = distance.add(distance);
    Vector<Object> factor = Blank.broadcast(1.0).sub(twice.mul(twice));
    VectorMask<Object> isPole =
        distance.compare(VectorOperators.EQ, zero).and(a.compare(VectorOperators.LT, zero));
    Vector<Object> below =
        value.sub(factor.mul(cotangent).div(distance)).blend(Blank.broadcast(Double.NaN), isPole);
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
    Vector<Object> beyondRoot =
        above.sub(Blank.broadcast(0.4616321325302124)).sub(Blank.broadcast(1.2438149938918909e-08));
    return beyondRoot.mul(polynomialFloat(GammaSteps.place(above)));
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
    Vector<Object> square = inverse.mul(inverse);
    Vector<Object> half = inverse.mul(Blank.broadcast(0.5));
    Vector<Object> far = series(at, half, restFloat(square).mul(square));
    return GammaSteps.joined(above, far, near);
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
    return reflected(a, value, distance, cotangentFloat(distance.mul(distance)));
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
    Vector<Object> beyondRoot =
        above
            .sub(Blank.broadcast(0.46163214496836236))
            .sub(Blank.broadcast(-1.5522348162858677e-17));
    return beyondRoot.mul(polynomialDouble(GammaSteps.place(above)));
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
    Vector<Object> square = inverse.mul(inverse);
    Vector<Object> half = inverse.mul(Blank.broadcast(0.5));
    Vector<Object> far = series(at, half, restDouble(square).mul(square));
    return GammaSteps.joined(above, far, near);
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
    return reflected(a, value, distance, cotangentDouble(distance.mul(distance)));
  }
}
