package jackfield.backend.cpu.reference.embedding;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten._EmbeddingBag;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bags of rows, against sums by hand. */
final class BagKernelsTest {
  private static final long SUM = 0;
  private static final long MEAN = 1;
  private static final long MAX = 2;

  private final Aten aten = Plugged.aten();
  private final Tensor weight = matrix(4, 1, 10, 2, 20, 3, -30, 4, 40);
  private final Tensor indexes = integers(2, 0, 2, 3);
  private final Tensor offsets = integers(0, 3, 3);

  @Test
  void anEmptyBagHasZeros() {
    assertThat(elements(bag(SUM, weight, -1).first())).containsExactly(7, -50, 0, 0, 4, 40);
    assertThat(elements(bag(MAX, weight, -1).first())).containsExactly(3, 10, 0, 0, 4, 40);
  }

  @Test
  void aMeanIsDividedByTheRowsThatAreNotPadding() {
    assertThat(elements(bag(MEAN, weight, 0).first())).containsExactly(3, -30, 0, 0, 4, 40);
    assertThat(elements(bag(MEAN, weight, 0).third())).containsExactly(2, 0, 1);
  }

  @Test
  void theGreatestRowsAreTheFirstOfEqualOnes() {
    Tensor equal = matrix(4, 5, 1, 1, 1, 1, 5, 5, 5);
    assertThat(elements(bag(MAX, equal, -1).fourth())).containsExactly(0, 2, 0, 0, 3, 3);
  }

  @Test
  void aTransposedTableHasTheSameBags() {
    Tensor columns = transposed(matrix(2, 1, 2, 3, 4, 10, 20, -30, 40));
    assertThat(elements(bag(SUM, columns, -1).first())).containsExactly(7, -50, 0, 0, 4, 40);
  }

  @Test
  void factorsMultiplyTheRowsOfSums() {
    Tensor factors = vector(2, 1, 0, -1);
    Tensor sums =
        aten.embeddingBag(weight, indexes, offsets, false, SUM, false, factors, false).first();
    assertThat(elements(sums)).containsExactly(7, -50, 0, 0, -4, -40);
  }

  @Test
  void theLastOffsetMayEndTheLastBag() {
    Tensor ends = integers(0, 3, 4);
    Tensor sums = aten.embeddingBag(weight, indexes, ends, false, SUM, false, null, true).first();
    assertThat(elements(sums)).containsExactly(7, -50, 4, 40);
  }

  @ParameterizedTest
  @CsvSource({"4, 0, 3", "-1, 0, 3", "2, 1, 3", "2, 0, 5", "2, 0, -1"})
  void indexesAndOffsetsOutOfRangeAreRefused(long index, long first, long second) {
    Tensor chosen = integers(0, index, 1);
    Tensor begins = integers(first, second);
    assertThatThrownBy(
            () -> aten.embeddingBag(weight, chosen, begins, false, SUM, false, null, false))
        .isInstanceOf(InvalidArgument.class);
  }

  private _EmbeddingBag.Result bag(long mode, Tensor table, long padding) {
    return aten._embeddingBag(table, indexes, offsets, false, mode, false, null, false, padding);
  }

  private static Tensor integers(long... values) {
    return HostData.tensor(values, values.length);
  }
}
