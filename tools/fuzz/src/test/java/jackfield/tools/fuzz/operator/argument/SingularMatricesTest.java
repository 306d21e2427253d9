package jackfield.tools.fuzz.operator.argument;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SingularMatricesTest {
  private static boolean areIn(DType type, List<Long> sizes, double... values) {
    Memory memory =
        new Memory(type, values.length, Arrays.stream(values).boxed().toList(), 0, false);
    return SingularMatrices.areIn(
        new Case(
            OperatorName.parse("t::any"),
            List.of(memory),
            List.of(View.contiguous(0, sizes)),
            List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 1, true",
    "1, 2, 2, 4, true",
    "0, 0, 0, 1, true",
    "1, 2, 2, 4.000000001, true",
    "0, 1, 1, 0, false",
    "1, 2, 3, 4, false",
    "1e-9, 0, 0, 1e-9, false"
  })
  void aSquareMatrix(double a, double b, double c, double d, boolean isSingular) {
    assertThat(areIn(DType.FLOAT64, List.of(2L, 2L), a, b, c, d)).isEqualTo(isSingular);
  }

  @Test
  void oneOfABatchOfNarrowMatrices() {
    List<Long> sizes = List.of(2L, 1L, 2L);
    assertThat(areIn(DType.FLOAT64, sizes, 1, 2, 3, 4)).isFalse();
    assertThat(areIn(DType.FLOAT64, sizes, 1, 2, 0, 0)).isTrue();
  }

  @Test
  void anImaginaryPartCounts() {
    // the imaginary part of an element is the next value of the pattern
    assertThat(areIn(DType.COMPLEX128, List.of(1L, 1L), 0, 1)).isFalse();
    assertThat(areIn(DType.COMPLEX128, List.of(1L, 1L), 0, 0)).isTrue();
  }

  @Test
  void vectorsAndEmptyMatricesAreNone() {
    assertThat(areIn(DType.FLOAT64, List.of(2L), 0, 0)).isFalse();
    assertThat(areIn(DType.FLOAT64, List.of(0L, 2L), 0, 0)).isFalse();
  }
}
