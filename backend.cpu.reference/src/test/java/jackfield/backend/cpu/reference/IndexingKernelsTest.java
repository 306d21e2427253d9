package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.scalar;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class IndexingKernelsTest {
  private final Aten aten = Plugged.aten();
  private final Tensor rows = matrix(2, 1, 2, 3, 4, 5, 6);

  private static Tensor[] list(Tensor... tensors) {
    return tensors;
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void everyTypeIsJoinedAndPicked(DType type) {
    Tensor x = vector(type, 1, 0);
    assertThat(elements(aten.cat(list(x, x), 0))).containsExactly(1, 0, 1, 0);
    assertThat(elements(aten.indexSelect(x, 0, vector(DType.INT64, 1, 0, 0))))
        .containsExactly(0, 1, 1);
  }

  @Test
  void tensorsAreJoinedAlongAnyDimension() {
    assertThat(elements(aten.cat(list(rows, rows), 0)))
        .containsExactly(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6);
    assertThat(elements(aten.cat(list(rows, matrix(2, 7, 8)), -1)))
        .containsExactly(1, 2, 3, 7, 4, 5, 6, 8);
  }

  @Test
  void joiningPromotesAndConverts() {
    Tensor joined = aten.cat(list(vector(DType.INT8, 1), vector(DType.FLOAT32, 0.5)), 0);
    assertThat(joined.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(elements(joined)).containsExactly(1, 0.5);
  }

  @Test
  void anEmptyVectorJoinsAnything() {
    Tensor nothing = tensor(DType.FLOAT64, sizes(0));
    assertThat(elements(aten.cat(list(nothing, rows, nothing), 0)))
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(aten.cat(list(nothing, nothing), 0).sizes()).containsExactly(0);
  }

  @Test
  void slicesArePickedInTheOrderOfTheIndex() {
    Tensor index = vector(DType.INT32, 2, 0, 2);
    assertThat(elements(aten.indexSelect(rows, 1, index))).containsExactly(3, 1, 3, 6, 4, 6);
    assertThat(elements(aten.indexSelect(transposed(rows), 0, index)))
        .containsExactly(3, 6, 1, 4, 3, 6);
    assertThat(aten.indexSelect(rows, 0, tensor(DType.INT64, sizes(0))).sizes())
        .containsExactly(0, 3);
    assertThat(elements(aten.indexSelect(scalar(DType.FLOAT64, 5), 0, vector(DType.INT64, 0))))
        .containsExactly(5);
  }

  @Test
  void anIndexOutOfRangeIsRefused() {
    for (double wrong : new double[] {-1, 3}) {
      assertThatThrownBy(() -> aten.indexSelect(rows, 1, vector(DType.INT64, 0, wrong)))
          .isInstanceOfSatisfying(
              InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("index"));
    }
  }

  @Test
  void anIndexOutOfRangeIsRefusedBeforeAnythingIsWritten() {
    Tensor out = vector(8, 8);
    assertThatThrownBy(() -> aten.indexSelectOut(vector(1, 2), 0, vector(DType.INT64, 0, 2), out))
        .isInstanceOf(InvalidArgument.class);
    assertThat(elements(out)).containsExactly(8, 8);
  }
}
