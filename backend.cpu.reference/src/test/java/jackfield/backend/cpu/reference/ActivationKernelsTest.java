package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.scalar;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ActivationKernelsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITE = Double.POSITIVE_INFINITY;
  private static final Offset<Double> ROUNDING = Offset.offset(1e-12);

  private final Aten aten = Plugged.aten();

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void everyFloatingTypeIsShared(DType type) {
    Tensor shares = aten._softmax(vector(type, 2, 2, 2, 2), 0, false);
    assertThat(shares.dtype()).isEqualTo(type);
    assertThat(elements(shares)).containsExactly(0.25, 0.25, 0.25, 0.25);
    Tensor logs = aten._logSoftmax(vector(type, 2, 2), 0, false);
    assertThat(elements(logs))
        .contains(new double[] {-Math.log(2), -Math.log(2)}, Offset.offset(4e-3));
  }

  @Test
  void largeInputsDoNotOverflow() {
    Tensor x = vector(1000, 1000, -1000);
    assertThat(elements(aten._softmax(x, -1, false))).containsExactly(0.5, 0.5, 0);
    assertThat(elements(aten._logSoftmax(x, -1, false)))
        .contains(new double[] {-Math.log(2), -Math.log(2), -2000 - Math.log(2)}, ROUNDING);
  }

  @Test
  void theDimensionIsHeededWhateverTheStrides() {
    Tensor x = matrix(2, 0, Math.log(3), Math.log(2), 0, 0, 0);
    double[] byRow = {1.0 / 6, 0.5, 1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3};
    double[] byColumn = {0.5, 0.75, 2.0 / 3, 0.5, 0.25, 1.0 / 3};
    assertThat(elements(aten._softmax(x, 1, false))).contains(byRow, ROUNDING);
    assertThat(elements(aten._softmax(x, 0, false))).contains(byColumn, ROUNDING);
    Tensor turned = aten._softmax(transposed(x), 0, false);
    assertThat(elements(transposed(turned))).contains(byRow, ROUNDING);
  }

  @Test
  void infinitiesAndNaNSpreadOverTheirLine() {
    assertThat(elements(aten._softmax(vector(0, -INFINITE), 0, false))).containsExactly(1, 0);
    assertThat(elements(aten._softmax(vector(0, INFINITE), 0, false))).containsExactly(NAN, NAN);
    assertThat(elements(aten._softmax(vector(-INFINITE, -INFINITE), 0, false)))
        .containsExactly(NAN, NAN);
    assertThat(elements(aten._logSoftmax(vector(1, NAN), 0, false))).containsExactly(NAN, NAN);
  }

  @Test
  void noDimensionsAndNoElementsAreFine() {
    assertThat(elements(aten._softmax(scalar(DType.FLOAT32, 5), 0, false))).containsExactly(1);
    assertThat(elements(aten._logSoftmax(scalar(DType.FLOAT32, 5), -1, false))).containsExactly(0);
    Tensor empty = tensor(DType.FLOAT32, sizes(2, 0));
    assertThat(aten._softmax(empty, 1, false).sizes()).containsExactly(2, 0);
    assertThat(aten._softmax(empty, 0, false).sizes()).containsExactly(2, 0);
  }

  @Test
  void gradientsAgreeWithDifferences() {
    Tensor x = matrix(1, 0.5, -1, 2);
    Tensor grad = matrix(1, 1, -2, 0.5);
    Tensor soft = aten._softmax(x, 1, false);
    Tensor log = aten._logSoftmax(x, 1, false);
    assertThat(elements(aten._softmaxBackwardData(grad, soft, 1, DType.FLOAT64)))
        .contains(differences(x, grad, false), Offset.offset(1e-8));
    assertThat(elements(aten._logSoftmaxBackwardData(grad, log, 1, DType.FLOAT64)))
        .contains(differences(x, grad, true), Offset.offset(1e-8));
  }

  private double[] differences(Tensor x, Tensor grad, boolean log) {
    double[] slopes = new double[(int) x.elementCount()];
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] = (value(x, grad, log, i, 1e-6) - value(x, grad, log, i, -1e-6)) / 2e-6;
    }
    return slopes;
  }

  /** Returns grad · f(x), with {@code step} added to element {@code i} of x. */
  private double value(Tensor x, Tensor grad, boolean log, int i, double step) {
    double[] moved = elements(x);
    moved[i] += step;
    Tensor at = tensor(DType.FLOAT64, x.sizes(), moved);
    Tensor y = log ? aten._logSoftmax(at, 1, false) : aten._softmax(at, 1, false);
    return elements(aten.sum(aten.mul(y, grad)))[0];
  }
}
