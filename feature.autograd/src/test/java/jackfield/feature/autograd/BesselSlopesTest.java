package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The slopes of the modified Bessel function of order 1, and of its scaled form, near 0. */
final class BesselSlopesTest {
  private static final Recorder RECORDER = new Recorder();
  private static final List<UnaryOperator<Tensor>> FUNCTIONS =
      List.of(RECORDER.aten::specialI1, RECORDER.aten::specialI1e);

  @Test
  void theSlopeOfTinyNumbersIsOneHalf() {
    for (UnaryOperator<Tensor> function : FUNCTIONS) {
      Tensor doubles =
          Recorder.leaf(new double[] {0, 0x1p-1030, -0x1p-1030, 0x1p-57, -Double.MIN_VALUE}, 5);
      RECORDER.backward(function.apply(doubles));
      assertThat(Recorder.grad(doubles)).containsOnly(0.5);
      Tensor floats = HostData.tensor(new float[] {0, 0x1p-133f, -Float.MIN_VALUE, 0x1p-27f}, 4);
      floats.requiresGradient();
      RECORDER.backward(function.apply(floats));
      assertThat(HostData.floats(floats.grad())).containsOnly(0.5f);
    }
  }

  @Test
  void secondDerivativesNearZeroAreFinite() {
    for (UnaryOperator<Tensor> function : FUNCTIONS) {
      Tensor x = Recorder.leaf(new double[] {0, 0x1p-1030, 1}, 3);
      Tensor ones = RECORDER.aten.onesLike(x);
      Tensor slope = grad(function.apply(x), x, ones, true);
      assertThat(HostData.doubles(grad(slope, x, ones, false))).doesNotContain(Double.NaN);
    }
    Tensor one = Recorder.leaf(new double[] {1}, 1);
    RECORDER.backward(RECORDER.aten.specialI1(one));
    assertThat(Recorder.grad(one)).containsExactly(new double[] {0.7009067737595}, within(1e-12));
  }

  private static Tensor grad(Tensor output, Tensor input, Tensor weights, boolean isRecorded) {
    return RECORDER
        .feature
        .grad(
            new GradientRequest(
                List.of(output), List.of(weights), List.of(input), isRecorded, isRecorded, false))
        .getFirst();
  }
}
