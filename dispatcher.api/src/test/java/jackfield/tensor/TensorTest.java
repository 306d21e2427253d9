package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import org.junit.jupiter.api.Test;

final class TensorTest {
  private final Tensor x = HostData.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);

  @Test
  void aTransposedViewReadsTheSameElementsInItsOwnOrder() {
    Tensor transposed = x.alias(new long[] {3, 2}, new long[] {1, 3}, 0);
    assertThat(HostData.floats(transposed)).containsExactly(1, 4, 2, 5, 3, 6);
    assertThat(transposed.isContiguous()).isFalse();
    assertThat(transposed.isNonOverlappingAndDense()).isTrue();
  }

  @Test
  void anOffsetMovesTheFirstElement() {
    Tensor row = x.alias(new long[] {3}, new long[] {1}, 3);
    assertThat(HostData.floats(row)).containsExactly(4, 5, 6);
    assertThat(row.address()).isEqualTo(x.address() + 3 * Float.BYTES);
  }

  @Test
  void dimensionsAreCountedFromTheFirstOrFromTheLast() {
    assertThat(x.size(-1)).isEqualTo(3).isEqualTo(x.size(1));
    assertThat(x.stride(-2)).isEqualTo(3).isEqualTo(x.stride(0));
    for (int dim : new int[] {2, -3, Integer.MIN_VALUE}) {
      assertThat(catchThrowableOfType(InvalidArgument.class, () -> x.size(dim)))
          .hasMessageContaining("try -2 to 1");
    }
    Tensor number = x.alias(new long[] {}, new long[] {}, 4);
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> number.stride(0)).operator())
        .isEqualTo("stride");
  }

  @Test
  void aBroadcastViewRepeatsElements() {
    Tensor repeated = x.alias(new long[] {2, 2}, new long[] {0, 1}, 0);
    assertThat(HostData.floats(repeated)).containsExactly(1, 2, 1, 2);
    assertThat(repeated.isNonOverlappingAndDense()).isFalse();
  }

  @Test
  void anEmptyTensorIsContiguousAndHasNoElements() {
    Tensor empty = HostData.empty(DType.INT64, 3, 0);
    assertThat(empty.elementCount()).isZero();
    assertThat(empty.isContiguous()).isTrue();
    assertThat(HostData.longs(empty)).isEmpty();
  }

  @Test
  void aHostTensorCarriesItsBackendAndAutogradKeys() {
    assertThat(x.has(DispatchKey.CPU)).isTrue();
    assertThat(x.has(DispatchKey.AUTOGRAD_CPU)).isTrue();
    assertThat(x.has(DispatchKey.AD_INPLACE_OR_VIEW)).isTrue();
  }

  @Test
  void onlyOneElementIsAnItem() {
    assertThat(HostData.item(x.alias(new long[] {}, new long[] {}, 4))).isEqualTo(Scalar.of(5.0));
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> HostData.item(x)).operator())
        .isEqualTo("item");
  }

  @Test
  void integersCannotRequireGradients() {
    Tensor integers = HostData.tensor(new long[] {1}, 1);
    assertThat(catchThrowableOfType(AutogradMisuse.class, integers::requiresGradient).kind())
        .isEqualTo(AutogradMisuse.Kind.NOT_FLOATING);
    assertThat(integers.requiresGrad()).isFalse();
  }

  @Test
  void aGeometryOutsideTheStorageIsRefusedAndChangesNothing() {
    long[] row = {7};
    long[] step = {1};
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> x.alias(row, step, 0)).shapes())
        .hasSize(2);
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> x.setGeometry(row, step, 0)))
        .isNotNull();
    assertThat(x.sizes()).containsExactly(2, 3);
    long[] pair = {2};
    long[] far = {Long.MAX_VALUE};
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> x.alias(pair, far, 0))).isNotNull();
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> x.alias(pair, step, -1)))
        .isNotNull();
    long[] none = {0};
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> x.alias(none, step, 1L << 61)))
        .isNotNull();
    assertThat(x.alias(none, far, 100).elementCount()).isZero();
  }

  @Test
  void theVersionContinuesWhenATensorMovesToAnotherStorage() {
    x.storage().bumpVersion();
    x.storage().bumpVersion();
    Tensor larger = HostData.empty(DType.FLOAT32, 8);

    x.setStorage(larger.storage(), new long[] {8}, new long[] {1}, 0);

    assertThat(x.version()).isEqualTo(2);
    x.storage().bumpVersion();
    assertThat(x.version()).isEqualTo(3);
  }

  @Test
  void valuesAndSizesOfANewTensorFit() {
    float[] two = {1, 2};
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> HostData.tensor(two, 3)))
        .isNotNull();
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> HostData.empty(DType.INT8, -1, -1)))
        .isNotNull();
    Tensor many = HostData.tensor(two, 2).alias(new long[] {1L << 32}, new long[] {0}, 0);
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> HostData.floats(many))).isNotNull();
    Tensor most =
        HostData.tensor(new float[1], 1).alias(new long[] {Integer.MAX_VALUE}, new long[1], 0);
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> HostData.bytes(most))).isNotNull();
  }

  @Test
  void viewsCountChangesTogether() {
    Tensor view = x.alias(new long[] {3}, new long[] {1}, 0);
    view.storage().bumpVersion();
    assertThat(x.version()).isEqualTo(1);
  }

  /** A kernel of the host would read address 0. */
  @Test
  void keysThatCannotUseTheMemoryAreRefused() {
    Storage none = MemoryDomain.meta().allocate(8);
    long[] keys = {0, KeySets.ofTensor(DispatchKey.CPU.bits()), DispatchKey.CUDA.bits()};
    for (long each : keys) {
      assertThatThrownBy(
              () -> Tensor.of(each, DType.FLOAT64, none, new long[] {1}, new long[] {1}, 0))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContainingAll("keys", "the memory of meta");
      assertThatThrownBy(() -> Tensor.wrappedNumber(each, DType.FLOAT64, none))
          .isInstanceOf(InvalidArgument.class);
    }
    long fit = KeySets.ofTensor(DispatchKey.META.bits());
    assertThat(Tensor.wrappedNumber(fit, DType.FLOAT64, none).device()).isEqualTo(Device.META);
  }
}
