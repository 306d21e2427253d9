package jackfield.aten.composite.view;

import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class SplitKernelsTest {
  private final Tensor rows = HostData.empty(DType.FLOAT32, 5, 2);

  @Test
  void theLastPartIsSmaller() {
    assertThat(SplitKernels.split(rows, 2, 0))
        .extracting(part -> part.size(0))
        .containsExactly(2L, 2L, 1L);
    assertThat(SplitKernels.split(rows, 2, 0))
        .extracting(Tensor::offset)
        .containsExactly(0L, 4L, 8L);
  }

  @Test
  void anEmptyDimensionHasOnePart() {
    Tensor empty = HostData.empty(DType.FLOAT32, 0, 2);

    assertThat(SplitKernels.split(empty, 3, 0)).hasSize(1);
    assertThat(SplitKernels.split(empty, 0, 0)).hasSize(1);
  }

  @Test
  void partsHaveToMakeUpTheWhole() {
    assertThat(SplitKernels.splitWithSizes(rows, longs(1, 4, 0), 0)).hasSize(3);
    assertThatThrownBy(() -> SplitKernels.splitWithSizes(rows, longs(1, 2), 0))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> SplitKernels.splitWithSizes(rows, longs(6, -1), 0))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> SplitKernels.split(rows, 0, 0)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void unbindDropsTheDimension() {
    Tensor[] columns = SplitKernels.unbind(rows, -1);

    assertThat(columns).hasSize(2);
    ViewKernelsTest.assertGeometry(columns[1], longs(5), longs(2), 1);
  }

  @Test
  void numbersCannotBeTakenApart() {
    Tensor number = HostData.empty(DType.FLOAT32);

    assertThatThrownBy(() -> SplitKernels.unbind(number, 0)).isInstanceOf(InvalidArgument.class);
  }
}
