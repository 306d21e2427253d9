package jackfield.backend.cpu.elementwise;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class ActivationKernelsTest {
  private final Twins twins = new Twins();

  @Test
  void aSlopeThatIsZeroInThePrecisionOfTheElementsIsNotNegative() {
    Tensor grad = twins.tensor(DType.FLOAT32, true, 5);
    Scalar tiny = Scalar.of(-1e-300);
    twins.expectSame(
        "leaky_relu_backward",
        twins.fast.leakyReluBackward(grad, grad, tiny, true),
        twins.twin.leakyReluBackward(grad, grad, tiny, true));
    Tensor wide = twins.tensor(DType.FLOAT64, true, 5);
    assertThatThrownBy(() -> twins.fast.leakyReluBackward(wide, wide, tiny, true))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void withoutABackendTooANegativeSlopeIsRefusedIfTheResultIsGiven() {
    Tensor meta = twins.fast.empty(new long[] {5}, DType.FLOAT32, null, Device.META, null, null);
    Scalar one = Scalar.of(1);
    Scalar below = Scalar.of(-1);
    assertThatThrownBy(() -> twins.fast.leakyReluBackward(meta, meta, below, true))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("negative_slope");
    assertThatThrownBy(() -> twins.fast.eluBackward(meta, below, one, one, true, meta))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("try elu without in-place");
  }

  @Test
  void anyByteButZeroOfAMaskIsTrue() {
    Tensor numbers = HostData.empty(DType.UINT8, 200);
    byte[] next = {0};
    HostData.forEachAddress(numbers, address -> HostBytes.putByte(address, (byte) (next[0]++ % 3)));
    Tensor mask = twins.fast.view(numbers, DType.BOOL);
    Tensor a = twins.tensor(DType.FLOAT32, true, 200);
    Tensor b = twins.tensor(DType.FLOAT32, true, 200);
    twins.expectSame("where", twins.fast.where(mask, a, b), twins.twin.where(mask, a, b));
  }
}
