package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tensors of every type are created on the device, and move to it and back in all forms. */
@Tag("slow") // compiles all kernels with g++
final class FactoriesTest {
  private static final Device CUDA = new Device("cuda", 0);
  private static final long[] SIZES = {2, 2};

  private static PluggedCuda cuda; // set before the tests, as is the next field
  private static Aten aten;

  @BeforeAll
  static void plug() {
    cuda = new PluggedCuda();
    aten = cuda.aten();
  }

  @AfterAll
  static void close() {
    if (cuda != null) {
      cuda.close();
    }
  }

  private void assertOnDevice(Tensor tensor, DType type, double... expected) {
    assertThat(tensor.device()).isEqualTo(CUDA);
    assertThat(tensor.dtype()).isEqualTo(type);
    assertThat(HostData.doubles(aten.to(tensor, Device.CPU, DType.FLOAT64)))
        .containsExactly(expected);
  }

  @ParameterizedTest
  @EnumSource
  void theArgumentDeviceChoosesTheBackend(DType type) {
    assertOnDevice(aten.zeros(SIZES, type, null, CUDA), type, 0, 0, 0, 0);
    assertOnDevice(aten.ones(SIZES, type, null, CUDA), type, 1, 1, 1, 1);
    assertOnDevice(aten.full(SIZES, Scalar.ONE, type, null, CUDA), type, 1, 1, 1, 1);
    assertOnDevice(aten.scalarTensor(Scalar.ONE, type, null, CUDA), type, 1);
    assertOnDevice(aten.eye(2, type, null, CUDA), type, 1, 0, 0, 1);
    assertThat(aten.empty(SIZES, type, null, CUDA).device()).isEqualTo(CUDA);
  }

  @ParameterizedTest
  @EnumSource
  void tensorsLikeAnotherAreOnItsDevice(DType type) {
    Tensor like = aten.zeros(SIZES, type, null, CUDA);
    assertOnDevice(aten.onesLike(like), type, 1, 1, 1, 1);
    assertOnDevice(aten.newZeros(like, SIZES), type, 0, 0, 0, 0);
    assertThat(aten.zerosLike(like, type, null, Device.CPU).device()).isEqualTo(Device.CPU);
  }

  @ParameterizedTest
  @EnumSource
  void tensorsMoveInAllForms(DType type) {
    Tensor near = aten.to(HostData.tensor(new double[] {0, 1, 1}, 3), type);
    Tensor far = aten.to(near, CUDA, type);
    assertOnDevice(far, type, 0, 1, 1);
    assertOnDevice(aten.to(near, CUDA, type, true), type, 0, 1, 1); // not blocking
    assertOnDevice(aten.to(near, far), type, 0, 1, 1);
    assertOnDevice(aten.to(near, type, null, CUDA), type, 0, 1, 1);
    assertOnDevice(aten.to(near, CUDA, DType.FLOAT32), DType.FLOAT32, 0, 1, 1);
    assertOnDevice(aten.to(far, DType.FLOAT16), DType.FLOAT16, 0, 1, 1);
    assertThat(aten.to(far, CUDA, type)).isSameAs(far);
    assertThat(aten.to(far, CUDA, type, false, true)).isNotSameAs(far);
    Tensor back = aten.to(far, Device.CPU, type);
    assertThat(aten.equal(back, near)).isTrue();
  }

  @Test
  void aMoveThatDoesNotBlockHasTheElementsOfItsCall() {
    Tensor near = HostData.tensor(new float[] {1, 2, 3, 4}, 2, 2);
    Tensor far = aten.to(near, CUDA, DType.FLOAT32, true);
    Tensor turned = aten.to(aten.t(near), CUDA, DType.FLOAT32, true);
    aten.zero_(near); // while the copies wait in the stream
    assertOnDevice(far, DType.FLOAT32, 1, 2, 3, 4);
    assertOnDevice(turned, DType.FLOAT32, 1, 3, 2, 4);
  }

  @Test
  void boundsOfTheDeviceMakeNumbersOfTheHostUnlessItIsNamed() {
    Tensor one = aten.ones(new long[0], DType.FLOAT32, null, CUDA);
    Tensor three = aten.add(one, 2);
    assertThat(HostData.doubles(aten.linspace(one, three, 3))).containsExactly(1, 2, 3);
    assertThat(HostData.doubles(aten.logspace(one, three, 3))).containsExactly(10, 100, 1000);
    assertOnDevice(
        aten.linspace(one, Scalar.of(3), 3, DType.FLOAT32, null, CUDA), DType.FLOAT32, 1, 2, 3);
  }

  @Test
  void incompleteGammaFunctionsOfLargeNumbersAreThoseOfTheHost() {
    double[] a = {1e5, 1e5 + 1, 2e6, 1e12, 4.6e18, 2.3e18, 2e6};
    double[] x = {1e5 + 100, 1e5, 2e6 + 3000, 1e12 - 1e6, 4.6e18, 1, 1e9};
    Tensor[] near = {HostData.tensor(a, a.length), HostData.tensor(x, x.length)};
    Tensor[] far = {cuda.move(near[0]), cuda.move(near[1])};
    double[] below = HostData.doubles(aten.specialGammainc(near[0], near[1]));
    double[] above = HostData.doubles(aten.specialGammaincc(near[0], near[1]));
    assertThat(cuda.read(aten.specialGammainc(far[0], far[1])))
        .containsExactly(below, within(1e-8));
    assertThat(cuda.read(aten.specialGammaincc(far[0], far[1])))
        .containsExactly(above, within(1e-8));
  }
}
