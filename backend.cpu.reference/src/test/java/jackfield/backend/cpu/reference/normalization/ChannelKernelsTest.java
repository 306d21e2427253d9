package jackfield.backend.cpu.reference.normalization;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.aten.NativeBatchNorm;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.error.JackfieldException;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class ChannelKernelsTest {
  private static final Offset<Double> NEARLY = within(1e-6);

  private final Aten aten = Plugged.aten();
  private final Tensor input = matrix(2, 1, 10, 3, 30); // channels 1, 3 and 10, 30
  private final Tensor mean = vector(0, 0);
  private final Tensor variance = vector(1, 1);

  private NativeBatchNorm.Result norm(Tensor x, boolean training) {
    return aten.nativeBatchNorm(x, null, null, mean, variance, training, 0.25, 0);
  }

  @Test
  void trainingNormalizesByTheStatisticsOfTheInput() {
    NativeBatchNorm.Result result = norm(input, true);
    assertThat(elements(result.first())).containsExactly(new double[] {-1, -1, 1, 1}, NEARLY);
    assertThat(elements(result.second())).containsExactly(2, 20);
    assertThat(elements(result.third())).containsExactly(new double[] {1, 0.1}, NEARLY);
  }

  @Test
  void trainingMovesTheRunningStatistics() {
    norm(input, true);
    assertThat(elements(mean)).containsExactly(0.5, 5);
    assertThat(elements(variance)).containsExactly(0.25 * 2 + 0.75, 0.25 * 200 + 0.75);
  }

  @Test
  void withoutTrainingTheRunningStatisticsAreUsedAndKept() {
    NativeBatchNorm.Result result = norm(input, false);
    assertThat(elements(result.first())).containsExactly(1, 10, 3, 30);
    assertThat(result.second().sizes()).containsExactly(0);
    assertThat(elements(mean)).containsExactly(0, 0);
  }

  @Test
  void stridesAreFollowed() {
    Tensor turned = transposed(matrix(2, 1, 3, 10, 30));
    assertThat(elements(norm(turned, true).first()))
        .containsExactly(new double[] {-1, -1, 1, 1}, NEARLY);
  }

  @Test
  void refusedCallsLeaveTheRunningStatistics() {
    Tensor one = vector(1);
    assertThatThrownBy(() -> aten.nativeBatchNorm(input, one, null, mean, variance, true, 0.25, 0))
        .isInstanceOf(ShapeMismatch.class);
    Tensor floats = vector(DType.FLOAT32, 1, 1);
    assertThatThrownBy(
            () -> aten.nativeBatchNorm(input, floats, null, mean, variance, true, 0.25, 0))
        .isInstanceOf(TypeMismatch.class);
    assertThat(elements(mean)).containsExactly(0, 0);
  }

  @Test
  void trainingRefusesStatisticsThatShareMemory() {
    Tensor three = vector(0, 0, 0);
    Tensor low = three.alias(new long[] {2}, new long[] {1}, 0);
    Tensor high = three.alias(new long[] {2}, new long[] {1}, 1);
    Tensor expanded = vector(0).alias(new long[] {2}, new long[] {0}, 0);
    Tensor column = input.alias(new long[] {2}, new long[] {2}, 0);

    assertRefused("running_mean", low, low);
    assertRefused("running_mean", low, high);
    assertRefused("running_var", low, expanded);
    assertRefused("running_mean", expanded, null);
    assertRefused("running_mean", column, low);
    assertThat(elements(three)).containsExactly(0, 0, 0);
    aten.nativeBatchNorm(input, null, null, low, low, false, 0.25, 1); // which only reads them
  }

  private void assertRefused(String argument, Tensor runningMean, Tensor runningVar) {
    assertThatThrownBy(
            () -> aten.nativeBatchNorm(input, null, null, runningMean, runningVar, true, 0.25, 0))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo(argument));
  }

  @Test
  void refusedCallsOfInstanceNormLeaveTheRunningStatistics() {
    Tensor samples = matrix(2, 1, 10, 3, 30).alias(new long[] {1, 2, 2}, new long[] {4, 2, 1}, 0);
    Tensor none = samples.alias(new long[] {0, 2, 2}, new long[] {4, 2, 1}, 0);
    Tensor expanded = vector(1).alias(new long[] {2}, new long[] {0}, 0);
    Tensor closed = vector(1, 1);
    closed.close();
    Tensor number = vector(1).alias(new long[0], new long[0], 0);

    for (Tensor x : new Tensor[] {samples, none}) {
      for (Tensor bad :
          new Tensor[] {expanded, closed, number, vector(1), vector(DType.INT64, 1, 1), mean}) {
        assertThatThrownBy(() -> aten.instanceNorm(x, null, null, mean, bad, true, 0.5, 0, false))
            .isInstanceOf(JackfieldException.class);
        assertThat(elements(mean)).containsExactly(0, 0);
      }
    }
  }

  @Test
  void oneTensorMayBeBothStatisticsThatInstanceNormKeeps() {
    Tensor samples = matrix(2, 1, 10, 3, 30).alias(new long[] {1, 2, 2}, new long[] {4, 2, 1}, 0);
    aten.instanceNorm(samples, null, null, variance, variance, false, 0.5, 0, false);
    assertThat(elements(variance)).containsExactly(1, 1);
  }

  @Test
  void statisticsMustBeGivenWithoutTraining() {
    assertThatThrownBy(() -> aten.batchNorm(input, null, null, mean, null, false, 0.25, 0, false))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void groupsMustDivideTheChannels() {
    assertThatThrownBy(() -> aten.groupNorm(input, 3)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.groupNorm(input, 0)).isInstanceOf(InvalidArgument.class);
  }
}
