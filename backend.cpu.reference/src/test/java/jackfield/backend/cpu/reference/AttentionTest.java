package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Which masks attention takes, and where. */
final class AttentionTest {
  private final Aten aten = Plugged.aten();

  private Tensor ones(Device device, long... sizes) {
    return aten.ones(sizes, DType.FLOAT64, null, device);
  }

  private Tensor causal(Tensor x, Tensor mask) {
    return aten.scaledDotProductAttention(x, x, x, mask, 0, true, null, false);
  }

  @Test
  void aMaskMayBeCausalTooOnTheCpuAndOnMeta() {
    for (Device device : new Device[] {Device.CPU, Device.META}) {
      Tensor attended = causal(ones(device, 1, 2, 3, 4), ones(device, 3, 3));
      assertThat(attended.sizes()).containsExactly(1, 2, 3, 4);
    }
  }

  @Test
  void aMaskIsNotCausalTooForThreeDimensions() {
    Tensor x = ones(Device.CPU, 2, 3, 4);
    Tensor mask = ones(Device.CPU, 3, 3);
    assertThatThrownBy(() -> causal(x, mask)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void aQueryThatSeesNoKeyGetsZeros() {
    Tensor x = ones(Device.CPU, 1, 1, 2, 2);
    Tensor seen = aten.to(Plugged.matrix(2, 1, 0, 0, 0), DType.BOOL);
    Tensor found = aten.scaledDotProductAttention(x, x, x, seen, 0, false, null, false);
    assertThat(elements(found)).containsExactly(1, 1, 0, 0);
  }
}
