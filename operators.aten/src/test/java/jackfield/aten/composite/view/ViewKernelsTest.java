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

class ViewKernelsTest {
  private final Tensor matrix = HostData.empty(DType.FLOAT32, 3, 4);
  private final Tensor number = HostData.empty(DType.FLOAT32);

  @Test
  void aliasIsAnotherTensorOverTheSameStorage() {
    Tensor alias = ViewKernels.alias(matrix);

    assertThat(alias).isNotSameAs(matrix);
    assertThat(alias.storage()).isSameAs(matrix.storage());
  }

  @Test
  void sliceTakesBoundsFromTheEndAndClampsThem() {
    assertGeometry(ViewKernels.slice(matrix, 1, 1L, -1L, 1), longs(3, 2), longs(4, 1), 1);
    assertGeometry(ViewKernels.slice(matrix, 0, -2L, 99L, 1), longs(2, 4), longs(4, 1), 4);
    assertGeometry(ViewKernels.slice(matrix, 1, null, null, 3), longs(3, 2), longs(4, 3), 0);
    assertGeometry(ViewKernels.slice(matrix, 1, 3L, 1L, 1), longs(3, 0), longs(4, 1), 3);
    assertGeometry(
        ViewKernels.slice(matrix, 1, -99L, Long.MAX_VALUE, 1), longs(3, 4), longs(4, 1), 0);
  }

  @Test
  void sliceRefusesNumbersAndStepsBelowOne() {
    assertThatThrownBy(() -> ViewKernels.slice(number, 0, null, null, 1))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> ViewKernels.slice(matrix, 0, 0L, 3L, 0))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("step"));
  }

  @Test
  void selectLeavesTheDimensionOut() {
    assertGeometry(ViewKernels.select(matrix, 1, -1), longs(3), longs(4), 3);
    assertGeometry(ViewKernels.select(matrix, -2, 2), longs(4), longs(1), 8);
  }

  @Test
  void selectRefusesIndexesOutOfRangeAndNumbers() {
    assertThatThrownBy(() -> ViewKernels.select(matrix, 1, 4))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("index"));
    assertThatThrownBy(() -> ViewKernels.select(number, 0, 0)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void expandRepeatsOnesWithoutMemory() {
    Tensor column = HostData.empty(DType.FLOAT32, 3, 1);

    assertGeometry(
        ViewKernels.expand(column, longs(2, -1, 4), false), longs(2, 3, 4), longs(0, 1, 0), 0);
    assertGeometry(
        ViewKernels.expand(column, longs(1, 3, 1), false), longs(1, 3, 1), longs(3, 1, 1), 0);
    assertGeometry(ViewKernels.expand(number, longs(2, 1), false), longs(2, 1), longs(0, 0), 0);
  }

  @Test
  void expandRefusesOtherSizesAndFewerDimensions() {
    assertThatThrownBy(() -> ViewKernels.expand(matrix, longs(3, 5), false))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> ViewKernels.expand(matrix, longs(4), false))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> ViewKernels.expand(matrix, longs(-1, 3, 4), false))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void asStridedStaysInsideTheStorage() {
    assertGeometry(
        ViewKernels.asStrided(matrix, longs(3, 2), longs(4, 1), 1L), longs(3, 2), longs(4, 1), 1);
    assertGeometry(
        ViewKernels.asStrided(matrix, longs(0, 9), longs(99, 1), null),
        longs(0, 9),
        longs(99, 1),
        0);
    assertThatThrownBy(() -> ViewKernels.asStrided(matrix, longs(3, 2), longs(4, 1), 3L))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> ViewKernels.asStrided(matrix, longs(3), longs(-1), null))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void asStridedInPlaceChangesTheTensorItself() {
    Tensor changed = ViewKernels.asStridedInPlace(matrix, longs(2, 2), longs(1, 2), 1L);

    assertThat(changed).isSameAs(matrix);
    assertGeometry(matrix, longs(2, 2), longs(1, 2), 1);
  }

  @Test
  void viewRefusesWhatNeedsACopy() {
    Tensor transposed = DimensionKernels.t(matrix);

    assertThatThrownBy(() -> ViewKernels.view(transposed, longs(12)))
        .isInstanceOf(ShapeMismatch.class);
    assertGeometry(ViewKernels.view(matrix, longs(2, -1)), longs(2, 6), longs(6, 1), 0);
  }

  @Test
  void unfoldLooksAtOverlappingWindows() {
    Tensor rows = HostData.empty(DType.FLOAT32, 2, 6);

    assertGeometry(ViewKernels.unfold(rows, 1, 3, 2), longs(2, 2, 3), longs(6, 2, 1), 0);
    assertThatThrownBy(() -> ViewKernels.unfold(rows, 1, 7, 1)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void diagonalsOffTheMatrixAreEmpty() {
    assertGeometry(ViewKernels.diagonal(matrix, 1, 0, 1), longs(3), longs(5), 1);
    assertGeometry(ViewKernels.diagonal(matrix, -2, 0, 1), longs(1), longs(5), 8);
    assertGeometry(ViewKernels.diagonal(matrix, 9, 0, 1), longs(0), longs(5), 0);
  }

  static void assertGeometry(Tensor tensor, long[] sizes, long[] strides, long offset) {
    assertThat(tensor.sizes()).containsExactly(sizes);
    assertThat(tensor.strides()).containsExactly(strides);
    assertThat(tensor.offset()).isEqualTo(offset);
  }
}
