package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.JackfieldException;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Operators in place whose gradients need the elements that they overwrite, as in PyTorch. */
final class OverwrittenInputsTest {
  private static final Recorder RECORDER = new Recorder();

  private final Aten aten = RECORDER.aten;

  @Test
  void aThresholdInPlaceHasTheGradientOfItsInput() {
    agrees(
        x -> aten.threshold(x, Scalar.of(0.5), Scalar.of(3)),
        x -> aten.threshold_(x, Scalar.of(0.5), Scalar.of(3)));
  }

  @Test
  void slicesThatAreShrunkInPlaceHaveTheGradientsOfTheirInput() {
    agrees(
        x -> aten.renorm(x, Scalar.of(2), 0, Scalar.of(1.5)),
        x -> aten.renorm_(x, Scalar.of(2), 0, Scalar.of(1.5)));
  }

  @Test
  void leaksInPlaceHaveTheGradientOfTheirInputOutsideOfTraining() {
    Scalar lower = Scalar.of(0.25);
    Scalar upper = Scalar.of(0.75);
    agrees(
        x -> aten.rrelu(x, lower, upper, false, null),
        x -> aten.rrelu_(x, lower, upper, false, null));
    Tensor noise = HostData.tensor(new double[6], 2, 3);
    agrees(
        x -> aten.rreluWithNoise(x, noise, lower, upper, false, null),
        x -> aten.rreluWithNoise_(x, noise, lower, upper, false, null));
  }

  @Test
  void aLeafIsRefusedBeforeTheSlopesOfItsLeaksAreWritten() {
    Tensor leaf = Recorder.leaf(new double[] {-1, 2}, 2);
    Tensor noise = HostData.tensor(new double[2], 2);
    assertThatThrownBy(
            () -> aten.rreluWithNoise_(leaf, noise, Scalar.of(0.25), Scalar.of(0.75), true, null))
        .isInstanceOf(JackfieldException.class);
    Tensor x = HostData.tensor(new double[] {-1, 2}, 2);
    assertThatThrownBy(() ->
            aten.rreluWithNoiseOut(x, noise, Scalar.of(0.25), Scalar.of(0.75), true, null, leaf))
        .isInstanceOf(JackfieldException.class);
    assertThat(HostData.doubles(noise)).containsExactly(0, 0);
  }

  @Test
  void incompleteGammaFunctionsInPlaceHaveTheGradientOfTheirSecondArgument() {
    Tensor order = HostData.tensor(new double[] {0.5, 1, 2, 3, 4, 5}, 2, 3);
    agrees(x -> aten.igamma(order, aten.abs(x)), x -> aten.igamma_(copy(order), aten.abs(x)));
    agrees(x -> aten.igammac(order, aten.abs(x)), x -> aten.igammac_(copy(order), aten.abs(x)));
  }

  private Tensor copy(Tensor tensor) {
    return aten.clone(tensor, null);
  }

  /** Compares the gradients of a function with those of its form in place, of a copy. */
  private void agrees(UnaryOperator<Tensor> function, UnaryOperator<Tensor> inPlace) {
    double[] expected = gradient(function);
    double[] found = gradient(x -> inPlace.apply(copy(x)));
    assertThat(found).containsExactly(expected, within(1e-12));
  }

  private double[] gradient(UnaryOperator<Tensor> function) {
    Tensor x = Recorder.leaf(new double[] {0.25, -2, 3, 0.75, 0.5, -0.125}, 2, 3);
    Tensor result = function.apply(x);
    Tensor weights = HostData.tensor(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
    RECORDER.backward(aten.mul(result, weights));
    return Recorder.grad(x);
  }
}
