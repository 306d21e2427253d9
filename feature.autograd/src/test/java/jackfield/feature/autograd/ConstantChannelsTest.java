package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.aten.NativeBatchNorm;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Batch normalization of a channel whose elements are equal, with eps 0: the reciprocal deviation
 * counts as 0, not as infinite. PyTorch 1.13.1 gave the answers.
 */
final class ConstantChannelsTest {
  private static final Recorder RECORDER = new Recorder();

  private final Aten aten = RECORDER.aten;
  private final Tensor input = Recorder.leaf(new double[] {2, 1, 2, 2, 2, 4}, 3, 2);
  private final Tensor weight = Recorder.vector(3, 2);
  private final Tensor bias = Recorder.vector(.5, 1);
  private final Tensor incoming = Recorder.leaf(new double[] {1, 2, 2, 1, 4, -1}, 3, 2);

  @Test
  void aConstantChannelIsItsBias() {
    NativeBatchNorm.Result found = normalized();
    assertNear(found.first(), .5, -1.1381, .5, .4655, .5, 3.6726);
    assertNear(found.second(), 2, 2.3333);
    assertNear(found.third(), 0, .8018);
  }

  private NativeBatchNorm.Result normalized() {
    return aten.nativeBatchNorm(input, weight, bias, null, null, true, .1, 0);
  }

  @Test
  void theSecondDerivativeIsTheSameIfItIsRecorded() {
    for (boolean isRecorded : new boolean[] {false, true}) {
      List<Tensor> twice = twice(isRecorded);
      assertNear(twice.get(0), 0, -1.9854, 0, 1.1072, 0, .8781);
      assertNear(twice.get(1), 0, -.9163, 0, 1.3745, 0, -.4582);
      assertNear(twice.get(2), 0, 0);
    }
  }

  @Test
  void aThirdDerivativeIsFinite() {
    List<Tensor> twice = twice(true);
    Tensor ones = HostData.tensor(new double[] {1, 1, 1, 1, 1, 1}, 3, 2);
    List<Tensor> thrice =
        gradients(twice.subList(0, 2), List.of(ones, ones), List.of(incoming, input), false);
    for (Tensor each : thrice) {
      assertThat(HostData.doubles(each)).as("%s", each).doesNotContain(Double.NaN);
    }
  }

  private List<Tensor> twice(boolean isRecorded) {
    Tensor result = normalized().first();
    List<Tensor> first =
        gradients(List.of(result), List.of(incoming), List.of(input, weight), true);
    Tensor weights = HostData.tensor(new double[] {1, 1, 0, 2, 2, 0}, 3, 2);
    Tensor ones = HostData.tensor(new double[] {1, 1}, 2);
    List<Tensor> with = List.of(incoming, input, weight);
    return gradients(first, List.of(weights, ones), with, isRecorded);
  }

  private static List<Tensor> gradients(
      List<Tensor> outputs, List<Tensor> incoming, List<Tensor> inputs, boolean isRecorded) {
    return RECORDER.feature.grad(
        new GradientRequest(outputs, incoming, inputs, true, isRecorded, false));
  }

  private static void assertNear(Tensor found, double... expected) {
    assertThat(HostData.doubles(found)).containsExactly(expected, within(1e-4));
  }
}
