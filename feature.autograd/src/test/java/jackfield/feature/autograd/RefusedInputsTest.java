package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Inputs of gradients that PyTorch does not differentiate. libtorch 2.7.1 refuses the call for
 * some, and the backward run for saved statistics.
 */
final class RefusedInputsTest {
  private static final Recorder RECORDER = new Recorder();
  private static final boolean[] ALL = {true, true, true};

  private final Aten aten = RECORDER.aten;
  private final Tensor rows = HostData.tensor(new double[] {.5, -1, 2, 1, 0, 3}, 2, 3);
  private final Tensor three = HostData.tensor(new double[] {1, 2, 3}, 3);

  @Test
  void theCallIsRefusedForBuffersAndRunningStatistics() {
    refused("buffer", leaf -> aten.logSigmoidBackward(three, three, leaf));
    refused("running_mean", leaf -> batchNorm(leaf, three));
    refused("running_var", leaf -> batchNorm(three, leaf));
    refused("running_mean", leaf -> batchNormBackward(leaf, three, three));
    refused("rtol", leaf -> aten.linalgPinv(rows, three, leaf, false));
  }

  @Test
  void theBackwardRunIsRefusedForSavedStatistics() {
    notImplemented("save_mean", leaf -> batchNormBackward(three, leaf, three));
    notImplemented("save_invstd", leaf -> batchNormBackward(three, three, leaf));
    notImplemented("mean", leaf -> layerNormBackward(leaf, three));
    notImplemented("rstd", leaf -> layerNormBackward(three, leaf));
  }

  private Tensor batchNorm(Tensor mean, Tensor variance) {
    return aten.nativeBatchNorm(rows, three, three, mean, variance, false, .1, 1e-5).first();
  }

  private Tensor batchNormBackward(Tensor running, Tensor mean, Tensor factor) {
    return aten.nativeBatchNormBackward(
            rows, rows, three, running, three, mean, factor, true, 1e-5, ALL)
        .first();
  }

  private Tensor layerNormBackward(Tensor mean, Tensor factor) {
    Tensor columns = aten.view(aten.slice(mean, 0, 0L, 2L), 2, 1);
    Tensor factors = aten.view(aten.slice(factor, 0, 0L, 2L), 2, 1);
    return aten.nativeLayerNormBackward(
            rows, rows, new long[] {3}, columns, factors, three, three, ALL)
        .first();
  }

  private static void refused(String input, Function<Tensor, Tensor> call) {
    Tensor leaf = Recorder.vector(1, 2, 3);
    assertThatThrownBy(() -> call.apply(leaf))
        .isInstanceOfSatisfying(
            AutogradMisuse.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_DIFFERENTIABLE))
        .hasMessageContaining(input);
  }

  private static void notImplemented(String input, Function<Tensor, Tensor> call) {
    Tensor result = call.apply(Recorder.vector(1, 2, 3));
    assertThat(result.requiresGrad()).isTrue();
    assertThatThrownBy(() -> RECORDER.backward(result))
        .isInstanceOfSatisfying(
            AutogradMisuse.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_DIFFERENTIABLE))
        .hasMessageContaining("with respect to " + input);
  }
}
