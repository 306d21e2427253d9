package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

final class IndexedElementKernelsTest {
  private final Aten aten = Plugged.aten();
  private final Tensor rows = matrix(2, 1, 2, 3, 4, 5, 6);

  private static Tensor[] list(Tensor... tensors) {
    return tensors;
  }

  private static Tensor index(double... values) {
    return vector(DType.INT64, values);
  }

  @Test
  void indexesReadRowsColumnsAndElements() {
    assertThat(elements(aten.index(rows, list(index(-1, 0))))).containsExactly(4, 5, 6, 1, 2, 3);
    assertThat(elements(aten.index(rows, list(null, index(2, 0))))).containsExactly(3, 1, 6, 4);
    assertThat(elements(aten.index(rows, list(index(0, 1), index(2, -3))))).containsExactly(3, 4);
    assertThat(elements(aten.index(transposed(rows), list(index(1))))).containsExactly(2, 5);
  }

  @Test
  void separatedIndexesMoveToTheFront() {
    Tensor cube = tensor(DType.FLOAT64, sizes(2, 3, 2), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    Tensor result = aten.index(cube, list(index(1), null, index(0)));
    assertThat(result.sizes()).containsExactly(1, 3);
    assertThat(elements(result)).containsExactly(6, 8, 10);
  }

  @Test
  void masksReadWhatIsTrue() {
    Tensor mask = tensor(DType.BOOL, sizes(2, 3), 1, 0, 0, 0, 1, 1);
    assertThat(elements(aten.index(rows, list(mask)))).containsExactly(1, 5, 6);
    assertThat(elements(aten.maskedSelect(rows, vector(DType.BOOL, 0, 1, 0))))
        .containsExactly(2, 5);
    assertThat(elements(aten.nonzero(mask))).containsExactly(0, 0, 1, 1, 1, 2);
  }

  @Test
  void valuesAreWrittenOrAdded() {
    Tensor added = aten.indexPut(rows, list(index(1, 1)), vector(1, 2, 3), true);
    assertThat(elements(added)).containsExactly(1, 2, 3, 6, 9, 12);
    assertThat(elements(rows)).containsExactly(1, 2, 3, 4, 5, 6);
    aten.indexPut_(rows, list(null, index(-1)), vector(0), false);
    assertThat(elements(rows)).containsExactly(1, 2, 0, 4, 5, 0);
  }

  @Test
  void anIndexOutOfRangeChangesNothing() {
    assertThatThrownBy(() -> aten.indexPut_(rows, list(index(0, 2)), vector(0), false))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("indices"));
    assertThat(elements(rows)).containsExactly(1, 2, 3, 4, 5, 6);
  }
}
