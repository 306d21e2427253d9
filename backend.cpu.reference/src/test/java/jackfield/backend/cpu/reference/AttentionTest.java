package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;
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
  void aMaskOfOtherSizesIsRefusedByItsName() {
    Tensor x = ones(Device.CPU, 2, 4, 3, 4);
    for (long[] fitting : new long[][] {{}, {3}, {1, 3}, {4, 3, 3}, {2, 1, 3, 1}}) {
      Tensor mask = ones(Device.CPU, fitting);
      assertThat(masked(x, mask).sizes()).containsExactly(2, 4, 3, 4);
    }
    for (long[] wrong : new long[][] {{2}, {4, 3}, {2, 3, 3}, {3, 1, 3, 3}, {1, 2, 4, 3, 3}}) {
      Tensor mask = ones(Device.CPU, wrong);
      assertThatThrownBy(() -> masked(x, mask))
          .isInstanceOf(ShapeMismatch.class)
          .hasMessageContaining("attn_mask")
          .hasMessageContaining("[2, 4, 3, 3]")
          .hasMessageContaining(Arrays.toString(wrong));
    }
  }

  @Test
  void theBatchOfTheKeysMayBeThatOfTheMask() {
    Tensor key = ones(Device.CPU, 2, 3, 4);
    Tensor mask = ones(Device.CPU, 2, 1, 3);
    Tensor query = ones(Device.CPU, 1, 1, 4);
    Tensor found = aten.scaledDotProductAttention(query, key, key, mask, 0, false, null, false);
    assertThat(found.sizes()).containsExactly(2, 1, 4);
  }

  private Tensor masked(Tensor x, Tensor mask) {
    return aten.scaledDotProductAttention(x, x, x, mask, 0, false, null, false);
  }

  @Test
  void aQueryThatSeesNoKeyGetsZeros() {
    Tensor x = ones(Device.CPU, 1, 1, 2, 2);
    Tensor seen = aten.to(Plugged.matrix(2, 1, 0, 0, 0), DType.BOOL);
    Tensor found = aten.scaledDotProductAttention(x, x, x, seen, 0, false, null, false);
    assertThat(elements(found)).containsExactly(1, 1, 0, 0);
  }
}
