package jackfield.aten.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values are from tables of the normal distribution, to all digits of float64. */
final class NormalQuantileTest {
  @ParameterizedTest
  @CsvSource({
    "0.5, 0",
    "0.75, 0.6744897501960817",
    "0.9, 1.2815515655446004",
    "0.925, 1.4395314709384563",
    "0.975, 1.959963984540054",
    "0.999, 3.090232306167813",
    "1e-10, -6.361340902404056",
    "1e-20, -9.262340089798408",
    "1e-300, -37.0471"
  })
  void sharesHaveTheirTabulatedQuantile(double share, double expected) {
    double allowed = expected < -30 ? 1e-4 : 1e-13 * (1 + Math.abs(expected));
    assertThat(NormalQuantile.of(share)).isEqualTo(expected, within(allowed));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.1, 0.0625, 0x1p-20, 0x1p-33, 0x1p-52})
  void theDistributionIsSymmetric(double share) {
    assertThat(NormalQuantile.of(1 - share)).isEqualTo(-NormalQuantile.of(share), within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.075, 0.925, 1.3887943864964021e-11})
  void thePartsMeetWithoutASeam(double seam) {
    double below = NormalQuantile.of(seam * (1 - 1e-12));
    double above = NormalQuantile.of(seam * (1 + 1e-12));
    assertThat(above - below).isBetween(0.0, 1e-10);
  }
}
