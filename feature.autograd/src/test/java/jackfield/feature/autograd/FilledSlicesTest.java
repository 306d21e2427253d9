package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The gradient of the number that slices are filled with. libtorch 2.7.1 gave the answers. */
final class FilledSlicesTest {
  private static final Recorder RECORDER = new Recorder();

  private final Aten aten = RECORDER.aten;
  private final Tensor self = Recorder.leaf(new double[] {0, 1, 2, 3, 4, 5, 6, 7}, 4, 2);
  private final Tensor value = Recorder.leaf(new double[] {3});
  private final Tensor incoming = HostData.tensor(new double[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2);
  private final Tensor index = HostData.tensor(new long[] {0, 2, 0}, 3);

  private List<Tensor> gradients(Tensor output, Tensor weights, boolean isRecorded) {
    return RECORDER.feature.grad(
        new GradientRequest(
            List.of(output), List.of(weights), List.of(self, value), isRecorded, isRecorded, true));
  }

  @Test
  void aSliceThatIsFilledTwiceCountsOnce() {
    List<Tensor> found = gradients(aten.indexFill(self, 0, index, value), incoming, false);
    assertThat(HostData.doubles(found.get(0))).containsExactly(0, 0, 3, 4, 0, 0, 7, 8);
    assertThat(HostData.doubles(found.get(1))).containsExactly(14);
    assertThat(found.get(1).sizes()).isEmpty();
  }

  @Test
  void fillingInPlaceHasTheSameGradients() {
    Tensor filled = aten.mul(self, 1L);
    assertThat(aten.indexFill_(filled, 0, index, value)).isSameAs(filled);
    assertThat(HostData.doubles(filled)).containsExactly(3, 3, 2, 3, 3, 3, 6, 7);
    assertThat(filled.version()).isEqualTo(1);
    List<Tensor> found = gradients(filled, incoming, false);
    assertThat(HostData.doubles(found.get(0))).containsExactly(0, 0, 3, 4, 0, 0, 7, 8);
    assertThat(HostData.doubles(found.get(1))).containsExactly(14);
  }

  @Test
  void aNumberOfAnotherTypeHasAGradientOfItsType() {
    Tensor narrow = HostData.tensor(new float[] {3}).requiresGradient();
    RECORDER.backward(aten.indexFill(self, 0, index, narrow));
    assertThat(narrow.grad().dtype()).isEqualTo(DType.FLOAT32);
    assertThat(HostData.doubles(narrow.grad())).containsExactly(4);
  }

  @Test
  void theGradientIsDifferentiatedByTheIncomingOne() {
    Tensor weights = HostData.tensor(new double[8], 4, 2).requiresGradient();
    Tensor ofValue = gradients(aten.indexFill(self, 0, index, value), weights, true).get(1);
    RECORDER.backward(ofValue);
    assertThat(Recorder.grad(weights)).containsExactly(1, 1, 0, 0, 1, 1, 0, 0);
  }

  @Test
  void noIndexesFillNothing() {
    Tensor none = HostData.empty(DType.INT64, 0);
    List<Tensor> found = gradients(aten.indexFill(self, 0, none, value), incoming, false);
    assertThat(HostData.doubles(found.get(1))).containsExactly(0);
  }
}
