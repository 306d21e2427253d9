package jackfield.backend.cpu.reference.loops;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class PowersTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void oneToAnyPowerIsOne() {
    assertThat(Powers.pow(1, Double.NaN)).isEqualTo(1);
    assertThat(Powers.pow(1, -INFINITE)).isEqualTo(1);
  }

  @Test
  void minusOneToAnInfinitePowerIsOne() {
    assertThat(Powers.pow(-1, INFINITE)).isEqualTo(1);
    assertThat(Powers.pow(-1, -INFINITE)).isEqualTo(1);
  }

  @Test
  void anythingToThePowerOfZeroIsOne() {
    assertThat(Powers.to(0).applyAsDouble(Double.NaN)).isEqualTo(1);
    assertThat(Powers.to(0).applyAsDouble(0)).isEqualTo(1);
  }

  @Test
  void aHalfIsTheSquareRoot() {
    assertThat(Powers.to(0.5).applyAsDouble(-INFINITE)).isNaN();
    assertThat(Powers.to(0.5).applyAsDouble(9)).isEqualTo(3);
  }

  @Test
  void shortFormsAgreeWithTheLongOne() {
    for (double exponent : new double[] {-2, -1, -0.5, 0.5, 2, 3}) {
      assertThat(Powers.to(exponent).applyAsDouble(1.75))
          .as("exponent %s", exponent)
          .isCloseTo(Math.pow(1.75, exponent), Offset.offset(1e-15));
    }
  }

  @Test
  void integerPowersWrapAround() {
    assertThat(Powers.pow(3L, 4L)).isEqualTo(81);
    assertThat(Powers.pow(2L, 64L)).isZero();
    assertThat(Powers.pow(-1L, 63L)).isEqualTo(-1);
    assertThat(Powers.pow(0L, 0L)).isEqualTo(1);
  }

  @Test
  void negativeIntegerExponentsKeepWholePowersOnly() {
    assertThat(Powers.pow(1L, -5L)).isEqualTo(1);
    assertThat(Powers.pow(-1L, -5L)).isEqualTo(-1);
    assertThat(Powers.pow(-1L, -4L)).isEqualTo(1);
    assertThat(Powers.pow(2L, -1L)).isZero();
  }
}
