package jackfield.aten.composite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class CopyKernelsTest {
  private final WithoutBackend platform = WithoutBackend.SHARED;
  private final Aten aten = platform.aten;
  private final Tensor transposed = aten.t(platform.floats(3, 4));

  @Test
  void aCloneKeepsTheOrderInMemoryUnlessAskedOtherwise() {
    assertThat(aten.clone(transposed).strides()).containsExactly(1, 4);
    assertThat(aten.clone(transposed, MemoryFormat.CONTIGUOUS).strides()).containsExactly(3, 1);
    assertThat(aten.clone(transposed).storage()).isNotSameAs(transposed.storage());
  }

  @Test
  void contiguousCopiesOnlyIfItMust() {
    Tensor rows = platform.floats(3, 4);

    assertThat(aten.contiguous(rows)).isSameAs(rows);
    assertThat(aten.contiguous(transposed).strides()).containsExactly(3, 1);
    assertThatThrownBy(() -> aten.contiguous(rows, MemoryFormat.PRESERVE))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void reshapeIsAViewWhereverStridesAllowIt() {
    assertThat(aten.reshape(transposed, 1, 4, 3).storage()).isSameAs(transposed.storage());
    assertThat(aten.reshape(transposed, 12).storage()).isNotSameAs(transposed.storage());
    assertThatThrownBy(() -> aten.reshape(transposed, 5)).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void toReturnsTheTensorItselfIfNothingChanges() {
    assertThat(aten.to(transposed, DType.FLOAT32)).isSameAs(transposed);
    assertThat(aten.to(transposed, DType.FLOAT32, false, true)).isNotSameAs(transposed);
    assertThat(aten.to(transposed, DType.INT8).dtype()).isEqualTo(DType.INT8);
    assertThat(aten.to(transposed, DType.INT8).strides()).containsExactly(1, 4);
    assertThat(aten.typeAs(transposed, platform.of(DType.BOOL, 1)).dtype()).isEqualTo(DType.BOOL);
    assertThat(aten.to(transposed, Device.META, DType.FLOAT32)).isSameAs(transposed);
  }

  @Test
  void aTensorIsFilledByOneElementOnly() {
    assertThat(aten.fill_(transposed, platform.floats())).isSameAs(transposed);
    assertThatThrownBy(() -> aten.fill_(transposed, platform.floats(1)))
        .isInstanceOf(ShapeMismatch.class);
  }
}
