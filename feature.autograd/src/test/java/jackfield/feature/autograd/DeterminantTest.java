package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.error.InvalidArgument;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The gradient of the determinant of matrices whose last pivot is a rounding error, or 0. */
final class DeterminantTest {
  private static final Recorder RECORDER = new Recorder();

  private static double[] gradient(double... matrix) {
    Tensor a = Recorder.leaf(matrix, 3, 3);
    RECORDER.backward(RECORDER.aten.linalgDet(a));
    return Recorder.grad(a);
  }

  @Test
  void aSingularMatrixWithRoundedPivotHasItsCofactorsAsGradient() {
    double[] matrix = new double[9];
    Arrays.setAll(matrix, i -> 1 + 0.0137 * i); // rows in arithmetic progression: of rank 2
    double[] found = gradient(matrix);
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) {
        assertThat(found[3 * row + column])
            .as("row %d, column %d", row, column)
            .isCloseTo(cofactor(matrix, row, column), within(1e-9));
      }
    }
  }

  private static double cofactor(double[] matrix, int row, int column) {
    int above = (row + 1) % 3;
    int below = (row + 2) % 3;
    int left = (column + 1) % 3;
    int right = (column + 2) % 3;
    return matrix[3 * above + left] * matrix[3 * below + right]
        - matrix[3 * above + right] * matrix[3 * below + left];
  }

  @Test
  void aMatrixWhoseDeterminantIsExactlyZeroHasNoGradient() {
    assertThat(gradient(1, 1, 1, 1, 1, 1, 1, 1, 1)).containsOnly(0);
  }

  @Test
  void aNegativeViewHasTheGradientOfItsElements() {
    Tensor base = Recorder.leaf(new double[] {1, 2, 9, 9, 3, 4, 9, 9}, 2, 4);
    Tensor a = RECORDER.aten._negView(RECORDER.aten.narrow(base, 1, 0, 2));
    RECORDER.backward(RECORDER.aten.linalgDet(a));
    assertThat(Recorder.grad(base))
        .containsExactly(new double[] {4, -3, 0, 0, -2, 1, 0, 0}, within(1e-12));
  }

  @Test
  void theLogarithmOfANegativeViewHasTheGradientOfItsElements() {
    for (UnaryOperator<Tensor> function : logarithms()) {
      Tensor base = Recorder.leaf(new double[] {-2, 1, 9, 9, 1, -3, 9, 9}, 2, 4);
      Tensor a = RECORDER.aten._negView(RECORDER.aten.narrow(base, 1, 0, 2));
      RECORDER.backward(function.apply(a));
      assertThat(Recorder.grad(base))
          .containsExactly(new double[] {-0.6, -0.2, 0, 0, -0.2, -0.4, 0, 0}, within(1e-12));
    }
  }

  @Test
  void matricesWithoutElementsHaveNoGradient() {
    for (long[] sizes : new long[][] {{0, 0}, {3, 0, 0}, {0, 2, 2}}) {
      Tensor a = Recorder.leaf(new double[0], sizes);
      RECORDER.backward(RECORDER.aten.sum(RECORDER.aten.linalgDet(a)));
      assertThat(a.grad()).as("of sizes %s", Arrays.toString(sizes)).isNull();
      Tensor result = RECORDER.aten.linalgDet(a);
      var request =
          new GradientRequest(
              List.of(result),
              List.of(RECORDER.aten.onesLike(result)),
              List.of(a),
              true,
              true,
              true);
      assertThat(RECORDER.feature.grad(request)).as("recorded").containsOnlyNulls();
    }
  }

  // ---- as libtorch 2.7.1 computes them

  private static final double[] SINGULAR = {1, 2, 2, 4};
  private static final double[] OF_RANK_TWO = {1, 0, 3, 2, 0, 6, 1, 0, 1};

  private static double[] recorded(UnaryOperator<Tensor> function, double[] matrix) {
    int rows = (int) Math.sqrt(matrix.length);
    Tensor a = Recorder.leaf(matrix, rows, rows);
    return HostData.doubles(grad(function.apply(a), a, null, true));
  }

  private static Tensor grad(Tensor output, Tensor input, Tensor weights, boolean isRecorded) {
    Tensor ones = weights == null ? RECORDER.aten.onesLike(output) : weights;
    return RECORDER
        .feature
        .grad(
            new GradientRequest(
                List.of(output), List.of(ones), List.of(input), isRecorded, isRecorded, false))
        .getFirst();
  }

  @Test
  void aSingularMatrixHasItsAdjugateAsGradientIfThatIsRecorded() {
    assertNear(recorded(RECORDER.aten::linalgDet, SINGULAR), 4, -2, -2, 1);
    assertNear(recorded(RECORDER.aten::linalgDet, OF_RANK_TWO), 0, 4, 0, 0, -2, 0, 0, 0, 0);
    assertNear(recorded(RECORDER.aten::linalgDet, new double[] {1, 2, 3, 4}), 4, -3, -2, 1);
  }

  private static void assertNear(double[] found, double... expected) {
    assertThat(found).containsExactly(expected, within(1e-12));
  }

  @Test
  void theAdjugateOfASingularMatrixIsDifferentiated() {
    Tensor a = Recorder.leaf(SINGULAR, 2, 2);
    Tensor gradient = grad(RECORDER.aten.linalgDet(a), a, null, true);
    Tensor weights = HostData.tensor(new double[] {1, 2, 3, 4}, 2, 2);
    assertNear(HostData.doubles(grad(gradient, a, weights, false)), 4, -3, -2, 1);
  }

  @Test
  void singularAndRegularMatricesOfABatchHaveTheirOwnGradients() {
    Tensor a = Recorder.leaf(new double[] {1, 2, 3, 4, 1, 2, 2, 4}, 2, 2, 2);
    Tensor gradient = grad(RECORDER.aten.linalgDet(a), a, null, true);
    assertNear(HostData.doubles(gradient), 4, -3, -2, 1, 4, -2, -2, 1);
  }

  @Test
  void theLogarithmOfASingularDeterminantHasAnInfiniteGradient() {
    double infinity = Double.POSITIVE_INFINITY;
    for (UnaryOperator<Tensor> function : logarithms()) {
      Tensor a = Recorder.leaf(SINGULAR, 2, 2);
      RECORDER.backward(function.apply(a));
      assertThat(Recorder.grad(a)).containsExactly(-infinity, infinity, infinity, -infinity);
      Tensor zeros = Recorder.leaf(new double[4], 2, 2);
      RECORDER.backward(function.apply(zeros));
      assertThat(Recorder.grad(zeros))
          .containsExactly(Double.NaN, Double.NaN, Double.NaN, infinity);
      assertThatThrownBy(() -> recorded(function, SINGULAR)).isInstanceOf(InvalidArgument.class);
    }
  }

  private static List<UnaryOperator<Tensor>> logarithms() {
    return List.of(a -> RECORDER.aten.linalgSlogdet(a).logabsdet(), RECORDER.aten::logdet);
  }

  @Test
  void theNaNsOfASingularGradientAreThoseOfTheFactors() {
    Tensor a = Recorder.leaf(new double[] {1, 0, 3, 0, 0, 0, 1, 0, 1}, 3, 3);
    RECORDER.backward(RECORDER.aten.logdet(a));
    double nan = Double.NaN;
    double[] found = Recorder.grad(a);
    assertThat(Arrays.copyOf(found, 6))
        .containsExactly(nan, nan, nan, nan, Double.POSITIVE_INFINITY, nan);
    assertNear(Arrays.copyOfRange(found, 6, 9), 1.5, 0, -0.5);
  }
}
