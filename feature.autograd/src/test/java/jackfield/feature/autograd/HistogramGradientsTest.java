package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.Histogramdd;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histograms, which PyTorch does not differentiate, neither for the points nor for the weights. */
final class HistogramGradientsTest {
  private static final Recorder RECORDER = new Recorder();
  private static final Aten ATEN = RECORDER.aten;
  private static final double[] POINTS = {0.5, 1, 1.5, 3, 2.5, 2, 4, 0.25};
  private static final double[] WEIGHTS = {1, 2, 3, 4};
  private static final double[] RANGE = {0, 5, 0, 4};
  private static final long[] BINS = {2, 3};

  private enum Histogram {
    IN_BINS("histogram", (x, w) -> ATEN.histogram(column(x), 3, null, w, true).hist()),
    EDGES_OF_BINS("histogram", (x, w) -> ATEN.histogram(column(x), 3, null, w, true).binEdges()),
    BETWEEN_EDGES("histogram", (x, w) -> ATEN.histogram(column(x), edges(), w, true).hist()),
    GRID("_histogramdd_from_bin_cts", (x, w) -> ATEN.histogramdd(x, BINS, RANGE, w, true).hist()),
    EDGES_OF_GRID(
        "_histogramdd_bin_edges",
        (x, w) -> ATEN.histogramdd(x, BINS, RANGE, w, true).binEdges()[1]),
    EVEN_GRID("_histogramdd_from_bin_cts", (x, w) -> ATEN.histogramdd(x, 2, null, w, false).hist()),
    GRID_BETWEEN_EDGES(
        "_histogramdd_from_bin_tensors",
        (x, w) -> ATEN.histogramdd(x, new Tensor[] {edges(), edges()}, null, w, true).hist());

    private final String operator;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
    private final BinaryOperator<Tensor> of;

    Histogram(String operator, BinaryOperator<Tensor> of) {
      this.operator = operator;
      this.of = of;
    }

    private static Tensor edges() {
      return HostData.tensor(new double[] {0, 1, 3, 5}, 4);
    }

    private static Tensor column(Tensor points) {
      return ATEN.select(points, 1, 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void histogramsRequireGradientsAndDifferentiatingThemIsRefused(Histogram histogram) {
    Tensor plain = histogram.of.apply(points(), weights());
    refuses(histogram, points().requiresGradient(), weights(), plain);
    refuses(histogram, points(), weights().requiresGradient(), plain);
  }

  private static void refuses(Histogram histogram, Tensor points, Tensor weights, Tensor plain) {
    Tensor result = histogram.of.apply(points, weights);
    assertThat(HostData.doubles(result)).containsExactly(HostData.doubles(plain));
    assertThat(result.requiresGrad()).isTrue();
    assertThatThrownBy(() -> RECORDER.backward(result))
        .isInstanceOfSatisfying(
            AutogradMisuse.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_DIFFERENTIABLE))
        .hasMessageContaining(histogram.operator);
  }

  @Test
  void theDensityOfAGridIsThatOfItsBins() {
    Tensor[] edges = {
      HostData.tensor(new double[] {0, 1, 3, 5}, 4), HostData.tensor(new double[] {0, 1.5, 4}, 3)
    };
    Tensor density = ATEN.histogramdd(points(), edges, null, weights(), true).hist();
    // The points are in the bins (0, 0), (1, 1), (1, 1) and (2, 0).
    double[] expected = {0.1 / 1.5, 0, 0, 0.5 / 5, 0.4 / 3, 0};
    assertThat(HostData.doubles(density)).containsExactly(expected);
    Histogramdd.Result counts = ATEN.histogramdd(points(), BINS, RANGE, null, false);
    assertThat(HostData.doubles(counts.hist())).containsExactly(1, 0, 1, 1, 1, 0);
  }

  private static Tensor points() {
    return HostData.tensor(POINTS.clone(), 4, 2);
  }

  private static Tensor weights() {
    return HostData.tensor(WEIGHTS.clone(), 4);
  }
}
