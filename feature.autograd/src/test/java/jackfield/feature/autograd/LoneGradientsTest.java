package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Second derivatives where only one of several gradients is used. */
final class LoneGradientsTest {
  private static final Recorder RECORDER = new Recorder();

  private final Aten aten = RECORDER.aten;

  @Test
  void theGradientOfTheBiasOfALayerNormalizationHasOneOfItsOwn() {
    Tensor grad = Recorder.leaf(new double[] {1, 2, 3, 4}, 2, 2);
    Tensor input = Recorder.leaf(new double[] {1, 3, 2, 8}, 2, 2);
    Tensor weight = Recorder.vector(1, 2);
    Tensor bias = Recorder.vector(0, 0);
    long[] shape = {2};
    var result = aten.nativeLayerNorm(input, shape, weight, bias, 1e-5);
    Tensor ofBias =
        RECORDER
            .feature
            .grad(
                new GradientRequest(
                    List.of(result.first()), List.of(grad), List.of(bias), true, true, false))
            .getFirst();
    Tensor incoming = HostData.tensor(new double[] {5, 7}, 2);
    List<Tensor> twice =
        RECORDER.feature.grad(
            new GradientRequest(
                List.of(ofBias), List.of(incoming), List.of(grad, input), false, false, true));
    assertThat(HostData.doubles(twice.getFirst())).containsExactly(5, 7, 5, 7);
    assertThat(twice.get(1)).isNull();
  }
}
