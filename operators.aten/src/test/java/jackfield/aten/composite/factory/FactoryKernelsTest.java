package jackfield.aten.composite.factory;

import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.error.InvalidArgument;
import jackfield.kernel.NoKernel;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

class FactoryKernelsTest {
  private final WithoutBackend platform = WithoutBackend.SHARED;
  private final Aten aten = platform.aten;

  @Test
  void emptyIsOnTheHostAndFloat32UnlessAskedOtherwise() {
    Tensor host = aten.empty(longs(2, 3));
    Tensor meta = aten.empty(longs(2, 3), DType.INT8, null, Device.META, null, null);

    assertThat(host.device()).isEqualTo(Device.CPU);
    assertThat(host.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(meta.device()).isEqualTo(Device.META);
    assertThat(meta.dtype()).isEqualTo(DType.INT8);
  }

  @Test
  void emptyFollowsTheMemoryFormat() {
    Tensor images =
        aten.empty(longs(2, 3, 2, 2), null, null, Device.META, null, MemoryFormat.CHANNELS_LAST);

    assertThat(images.strides()).containsExactly(12, 1, 6, 3);
  }

  @Test
  void aDeviceWithoutABackendIsNamed() {
    Device cuda = Device.parse("cuda:1");

    assertThatThrownBy(() -> aten.zeros(longs(2), null, null, cuda, null))
        .isInstanceOfSatisfying(
            NoKernel.class, e -> assertThat(e.operator().toString()).contains("empty"));
    assertThatThrownBy(() -> aten.zeros(longs(2), null, null, Device.parse("tpu"), null))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void whatTheHostCannotDoIsRefused() {
    assertThatThrownBy(() -> aten.empty(longs(-1))).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.empty(longs(1L << 40, 1L << 40)))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.empty(longs(2), null, Layout.SPARSE_COO, null, null, null))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.empty(longs(2), null, null, null, true, null))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void theValueGivesTheTypeOfFull() {
    assertThat(full(Scalar.of(true)).dtype()).isEqualTo(DType.BOOL);
    assertThat(full(Scalar.of(2)).dtype()).isEqualTo(DType.INT64);
    assertThat(full(Scalar.of(2.0)).dtype()).isEqualTo(DType.FLOAT32);
    assertThat(full(Scalar.of(2, 1)).dtype()).isEqualTo(DType.COMPLEX64);
  }

  private Tensor full(Scalar value) {
    return aten.full(longs(2), value, null, null, Device.META, null);
  }

  @Test
  void rangesCountWholeNumbersInInt64() {
    Tensor whole =
        aten.arange(Scalar.of(1), Scalar.of(8), Scalar.of(2), null, null, Device.META, null);
    Tensor fractions = aten.arange(Scalar.of(2.5), null, null, Device.META, null);

    assertThat(whole.dtype()).isEqualTo(DType.INT64);
    assertThat(whole.sizes()).containsExactly(4);
    assertThat(fractions.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(fractions.sizes()).containsExactly(3);
  }

  @Test
  void arangeOutResizesTheOutput() {
    Tensor out = platform.of(DType.INT32, 2, 2);

    assertThat(aten.arangeOut(Scalar.ZERO, Scalar.of(9), Scalar.ONE, out)).isSameAs(out);
    assertThat(out.sizes()).containsExactly(9);
  }

  @Test
  void tensorsLikeAnotherKeepTypeDeviceAndOrder() {
    Tensor model = aten.t(platform.of(DType.INT16, 3, 4));

    assertThat(aten.onesLike(model).strides()).containsExactly(1, 4);
    assertThat(aten.onesLike(model).dtype()).isEqualTo(DType.INT16);
    assertThat(aten.newZeros(model, 5).device()).isEqualTo(Device.META);
    assertThat(aten.newZeros(model, 5).dtype()).isEqualTo(DType.INT16);
    assertThat(aten.newFull(model, longs(4, 3), Scalar.ONE).strides()).containsExactly(3, 1);
  }

  @Test
  void gapsOfTheModelAreNotKept() {
    Tensor model = aten.slice(platform.floats(4, 6), 1, null, null, 2);

    assertThat(aten.emptyLike(model).strides()).containsExactly(3, 1);
  }

  @Test
  void randomFactoriesTakeFloatingTypesOnly() {
    assertThat(aten.randn(longs(2), null, null, Device.META, null).dtype())
        .isEqualTo(DType.FLOAT32);
    assertThatThrownBy(() -> aten.rand(longs(2), DType.INT64, null, Device.META, null))
        .isInstanceOf(TypeMismatch.class);
  }
}
