package jackfield.backend.cpu.reference.statistics;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.aten.Histogramdd;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Estimates of slopes, and histograms in several dimensions. */
final class SlopeKernelsTest {
  private final Aten aten = Plugged.aten();

  @Test
  void slopesOfASquareAreExactInSecondOrder() {
    Tensor points = vector(0, 1, 3, 4, 7);
    Tensor[] along = {points};
    Tensor[] slopes = aten.gradient(aten.mul(points, points), along, (Long) null, 2);
    assertThat(elements(slopes[0])).containsExactly(new double[] {0, 2, 6, 8, 14}, within(1e-12));
  }

  @Test
  void aLineNeedsMoreElementsThanTheOrderOfItsEnds() {
    Tensor[] along = {vector(0, 1)};
    assertThatThrownBy(() -> aten.gradient(vector(1, 2), along, (Long) null, 2))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.gradient(vector(1, 2), along, (Long) null, 3))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void theLastBinContainsItsUpperEdge() {
    Tensor points = matrix(3, 0, 0, 1, 2, 2, 2);
    Histogramdd.Result result = aten.histogramdd(points, new long[] {2, 1});
    assertThat(elements(result.hist())).containsExactly(1, 2);
    assertThat(elements(result.binEdges()[0])).containsExactly(0, 1, 2);
    assertThatThrownBy(() -> aten.histogramdd(points, new long[] {2}))
        .isInstanceOf(InvalidArgument.class);
  }
}
