package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.tensor.Tensor;
import java.util.Arrays;
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
}
