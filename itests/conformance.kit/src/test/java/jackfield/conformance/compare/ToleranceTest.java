package jackfield.conformance.compare;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.conformance.vectors.TestOperators;
import jackfield.tensor.DType;
import org.junit.jupiter.api.Test;

final class ToleranceTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  private static Tolerance of(String vector) {
    return Tolerance.of(TestOperators.json(vector));
  }

  @Test
  void theToleranceIsRelativeToTheExpectedNumber() {
    Tolerance tolerance = of("{'op': 'aten::exp', 'tol': [0.1, 0.5]}");
    assertThat(tolerance.accepts(10, 11.5)).isTrue();
    assertThat(tolerance.accepts(10, 11.6)).isFalse();
    assertThat(tolerance.accepts(-10, -8.5)).isTrue();
  }

  @Test
  void nanEqualsNanOnly() {
    assertThat(Tolerance.EXACT.accepts(Double.NaN, Double.NaN)).isTrue();
    assertThat(Tolerance.EXACT.accepts(Double.NaN, 0)).isFalse();
    assertThat(of("{'op': 'aten::exp', 'tol': [1, 1]}").accepts(0, Double.NaN)).isFalse();
  }

  @Test
  void infinitiesEqualThemselvesOnly() {
    Tolerance wide = of("{'op': 'aten::exp', 'tol': [1, 1]}");
    assertThat(wide.accepts(INF, INF)).isTrue();
    assertThat(wide.accepts(INF, -INF)).isFalse();
    assertThat(wide.accepts(INF, 1)).isFalse();
    assertThat(wide.accepts(1, INF)).isFalse();
  }

  @Test
  void zerosDifferBySignForMovesAndSignsOnly() {
    assertThat(of("{'op': 'aten::cat', 'exact': true}").accepts(0.0, -0.0)).isFalse();
    assertThat(of("{'op': 'aten::neg_', 'exact': true}").accepts(0.0, -0.0)).isFalse();
    assertThat(of("{'op': 'aten::copysign.out', 'exact': true}").accepts(0.0, -0.0)).isFalse();
    assertThat(of("{'op': 'aten::maximum', 'exact': true}").accepts(0.0, -0.0)).isTrue();
    assertThat(of("{'op': 'aten::cat', 'tol': [0, 0]}").accepts(0.0, -0.0)).isTrue();
  }

  @Test
  void complexNumbersAreComparedByTheirDistance() {
    Tolerance tolerance = of("{'op': 'aten::exp', 'tol': [0, 1]}");
    assertThat(tolerance.accepts(0, 0, 0.6, 0.8)).isTrue();
    assertThat(tolerance.accepts(0, 0, 0.9, 0.9)).isFalse();
    assertThat(tolerance.accepts(INF, 1, INF, 1)).isTrue();
    assertThat(tolerance.accepts(INF, 1, 1, 1)).isFalse();
  }

  @Test
  void gradientsGetTheWiderOfTwoTolerances() {
    Tolerance narrow = of("{'op': 'aten::mul.Tensor', 'exact': true}");
    assertThat(narrow.forGradients(DType.FLOAT64).relative()).isEqualTo(1e-9);
    assertThat(narrow.forGradients(DType.FLOAT32).absolute()).isEqualTo(1e-5);
    Tolerance wide = of("{'op': 'aten::exp', 'tol': [0.016, 1e-12]}");
    assertThat(wide.forGradients(DType.FLOAT64)).isEqualTo(new Tolerance(0.016, 1e-9, false));
  }
}
