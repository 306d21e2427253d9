package jackfield.aten.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

final class PortableMathTest {
  private static final int CALLS = 20_000;
  private static final double LEAST_NORMAL = 0x1p-1022;

  private final SplittableRandom random = new SplittableRandom(Long.getLong("test.seed", 1));

  @Test
  void logarithmsAreThoseOfTheJvm() {
    for (int call = 0; call < CALLS; call++) {
      double a = Math.scalb(1 + random.nextDouble(), random.nextInt(-1074, 1024));
      close("log", a, PortableMath::log, StrictMath::log);
      close("log", random.nextDouble(0.5, 2), PortableMath::log, StrictMath::log);
    }
    assertThat(PortableMath.log(1)).isZero();
    close("log", Double.MIN_VALUE, PortableMath::log, StrictMath::log);
    close("log", Double.MAX_VALUE, PortableMath::log, StrictMath::log);
  }

  @Test
  void powersOfEAreThoseOfTheJvm() {
    for (int call = 0; call < CALLS; call++) {
      close("exp", random.nextDouble(-745, 709), PortableMath::exp, StrictMath::exp);
      close("exp", random.nextDouble(-1, 1), PortableMath::exp, StrictMath::exp);
    }
    assertThat(PortableMath.exp(0)).isEqualTo(1);
    assertThat(PortableMath.exp(-1e9)).isZero();
    assertThat(PortableMath.exp(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(PortableMath.exp(710)).isInfinite();
    assertThat(PortableMath.exp(Double.POSITIVE_INFINITY)).isInfinite();
    assertThat(PortableMath.exp(Double.NaN)).isNaN();
  }

  @Test
  void tangentsOfHalfTurnsAreThoseOfTheJvm() {
    for (int call = 0; call < CALLS; call++) {
      // Away from the ends, where the angle of the expected value is rounded.
      close(
          "tan",
          random.nextDouble(-0.45, 0.45),
          PortableMath::tanOfHalfTurns,
          a -> StrictMath.tan(a * Math.PI));
    }
    assertThat(PortableMath.tanOfHalfTurns(0)).isZero();
    double nearTheEnd = 0x1p-33;
    assertThat(PortableMath.tanOfHalfTurns(0.5 - nearTheEnd) * StrictMath.tan(nearTheEnd * Math.PI))
        .isBetween(1 - 1e-14, 1 + 1e-14);
  }

  private static void close(
      String what, double a, DoubleUnaryOperator found, DoubleUnaryOperator expected) {
    double value = found.applyAsDouble(a);
    double exact = expected.applyAsDouble(a);
    double allowed = Math.max(1e-14 * Math.abs(exact), exact < LEAST_NORMAL ? 0x1p-1073 : 0);
    assertThat(Math.abs(value - exact))
        .as("%s of %s is %s, expected %s", what, a, value, exact)
        .isLessThanOrEqualTo(Math.abs(exact) < LEAST_NORMAL ? 0x1p-1073 : allowed);
  }
}
