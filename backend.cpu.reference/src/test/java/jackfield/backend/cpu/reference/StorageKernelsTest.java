package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

/** Changes of the memory under a tensor, and single elements. */
final class StorageKernelsTest {
  private final Aten aten = Plugged.aten();

  @Test
  void aViewOfAnotherTypeSharesTheBytes() {
    Tensor floats = vector(DType.FLOAT32, 1, -2);
    Tensor bytes = aten.view(floats, DType.UINT8);
    assertThat(bytes.sizes()).containsExactly(8);
    assertThat(bytes.storage()).isSameAs(floats.storage());
    assertThat(HostData.longs(aten.view(bytes, DType.INT32)))
        .containsExactly(Float.floatToIntBits(1), Float.floatToIntBits(-2));
  }

  @Test
  void aViewNeedsWholeElements() {
    assertThatThrownBy(() -> aten.view(vector(DType.UINT8, 1, 2, 3), DType.INT16))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.view(transposed(matrix(2, 1, 2, 3, 4)), DType.FLOAT32))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.view(Plugged.scalar(DType.INT32, 1), DType.INT64))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void aLargerSizeKeepsTheElements() {
    Tensor x = vector(1, 2, 3);
    assertThat(aten.resize_(x, 2, 3)).isSameAs(x);
    assertThat(elements(aten.select(x, 0, 0))).containsExactly(1, 2, 3);
    assertThat(elements(aten.resize_(x, 2))).containsExactly(1, 2);
    assertThatThrownBy(() -> aten.resize_(x, -1)).isInstanceOf(ShapeMismatch.class);
    x.requiresGradient();
    assertThatThrownBy(() -> aten.resize_(x, 1)).isInstanceOf(AutogradMisuse.class);
  }

  @Test
  void setSharesTheStorageOfTheSource() {
    Tensor x = vector(1);
    Tensor source = vector(4, 5);
    assertThat(elements(aten.set_(x, source))).containsExactly(4, 5);
    assertThat(x.storage()).isSameAs(source.storage());
    assertThatThrownBy(() -> aten.set_(x, vector(DType.FLOAT32, 1)))
        .isInstanceOf(TypeMismatch.class);
    assertThat(aten.set_(x).sizes()).containsExactly(0);
  }

  @Test
  void onlyASingleElementIsANumber() {
    assertThat(aten.item(vector(2.5)).toDouble()).isEqualTo(2.5);
    assertThat(aten.isNonzero(vector(DType.INT32, 0))).isFalse();
    assertThatThrownBy(() -> aten.item(vector(1, 2))).isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.isNonzero(vector())).isInstanceOf(ShapeMismatch.class);
  }
}
