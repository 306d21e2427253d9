package jackfield.backend.cpu.reference.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formulas for large degrees continue what the recurrences compute. */
class PolynomialsTest {
  private static final double LAST = 100_000; // the last degree that a recurrence computes

  /** Three degrees in a row satisfy the recurrence, with the formula for the highest. */
  @ParameterizedTest
  @ValueSource(doubles = {-0.9, -0.3, 0.01, 0.5, 0.99})
  void legendreContinues(double x) {
    double before = Polynomials.legendre(x, LAST - 1);
    double last = Polynomials.legendre(x, LAST);
    double next = ((2 * LAST + 1) * x * last - LAST * before) / (LAST + 1);
    assertThat(Polynomials.legendre(x, LAST + 1)).isCloseTo(next, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e-6, 1e-7, 0.01, 0.5, 3})
  void laguerreContinues(double x) {
    double before = Polynomials.laguerre(x, LAST - 1);
    double last = Polynomials.laguerre(x, LAST);
    double next = ((2 * LAST + 1 - x) * last - LAST * before) / (LAST + 1);
    assertThat(Polynomials.laguerre(x, LAST + 1)).isCloseTo(next, within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1.00001, 1.00000001, 1.000001})
  void chebyshevContinues(double x) {
    double before = Polynomials.chebyshevT(x, LAST - 1);
    double last = Polynomials.chebyshevT(x, LAST);
    double next = 2 * x * last - before;
    assertThat(Polynomials.chebyshevT(x, LAST + 1) / next).isCloseTo(1, within(1e-6));
  }

  @Test
  void aDegreeThatNoLoopCountsToIsComputed() {
    assertThat(Polynomials.legendre(0.3, 0x1p62)).isCloseTo(0, within(1e-8));
    assertThat(Polynomials.laguerre(0.3, 0x1p62)).isCloseTo(0, within(1e-3));
    assertThat(Polynomials.chebyshevU(1.5, 0x1p62)).isInfinite();
  }
}
