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
  void aSlopeBelowZeroOrNaNIsRefusedHoweverSmall() {
    for (DType type : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
      Tensor grad = twins.tensor(type, true, 5);
      for (double slope : new double[] {-1e-300, Double.NaN}) {
        assertThatThrownBy(() -> twins.fast.leakyReluBackward(grad, grad, Scalar.of(slope), true))
            .isInstanceOf(InvalidArgument.class);
      }
    }
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

  @Test
  void anyByteButZeroOfABooleanIsTrueInArithmeticToo() {
    Tensor numbers = HostData.empty(DType.UINT8, 200);
    byte[] next = {0};
    HostData.forEachAddress(numbers, address -> HostBytes.putByte(address, (byte) (next[0]++ % 5)));
    Tensor a = twins.fast.view(numbers, DType.BOOL);
    Tensor b = twins.fast.flip(twins.fast.clone(a), 0);
    twins.expectSame("add", twins.fast.add(a, b), twins.twin.add(a, b));
    twins.expectSame("mul", twins.fast.mul(a, b), twins.twin.mul(a, b));
    twins.expectSame("and", twins.fast.bitwiseAnd(a, b), twins.twin.bitwiseAnd(a, b));
    twins.expectSame("or", twins.fast.bitwiseOr(a, b), twins.twin.bitwiseOr(a, b));
    twins.expectSame("xor", twins.fast.bitwiseXor(a, b), twins.twin.bitwiseXor(a, b));
  }

  /** The exponential is 0 where the product of the numbers exceeds float32. */
  @Test
  void aSlopeOfEluFarBelowZeroIsZero() {
    Tensor grad = HostData.tensor(new float[] {1}, 1);
    Tensor self = HostData.tensor(new float[] {-0.6f}, 1);
    Scalar large = Scalar.of(1L << 62);
    twins.expectSame(
        "elu_backward",
        twins.fast.eluBackward(grad, large, large, large, false, self),
        twins.twin.eluBackward(grad, large, large, large, false, self));
  }
}
