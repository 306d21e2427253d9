package jackfield.backend.cpu.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements under a mask, and positions, are those of the reference, bit for bit. */
@Tag("slow")
final class MaskKernelsTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, Tensor mask, Tensor source) {
    twins.expectSame(
        "masked_scatter of " + self,
        twins.fast.maskedScatter(self, mask, source),
        twins.twin.maskedScatter(self, mask, source));
    boolean keepsSizes = self.rank() >= mask.rank(); // then the result has those of self
    if (keepsSizes) {
      twins.expectSame(
          "masked_scatter_ of " + self,
          twins.fast.maskedScatter_(twins.twin.clone(self), mask, source),
          twins.twin.maskedScatter_(twins.twin.clone(self), mask, source));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void elementsUnderAMaskAgree(DType type) {
    for (int round = 0; round < 30; round++) {
      long rows = twins.length();
      long columns = 1L + twins.random.nextInt(5);
      Tensor source = twins.tensor(type, true, columns + 1, rows);
      Tensor self = twins.tensor(type, true, rows, columns);
      agree(self, twins.tensor(DType.BOOL, false, rows, columns), source);
      agree(self, twins.tensor(DType.BOOL, false, columns), source);
      agree(twins.tensor(type, true), twins.tensor(DType.BOOL, false, rows, columns), source);
    }
    long many = 100_003;
    Tensor source = twins.tensor(type, true, many);
    agree(twins.tensor(type, true, many), twins.tensor(DType.BOOL, false, many), source);
    agree(twins.tensor(type, true), twins.tensor(DType.BOOL, false), twins.tensor(type, true, 1));
    agree(
        twins.tensor(type, true, 3, 0),
        twins.tensor(DType.BOOL, false, 3, 0),
        twins.tensor(type, true, 0));
  }

  @Test
  void tooFewElementsAreRefusedBeforeOneIsWritten() {
    Tensor self = twins.numbers(DType.FLOAT32, 1, 2, 3);
    Tensor mask = twins.numbers(DType.BOOL, 1, 0, 1);
    Tensor source = twins.numbers(DType.FLOAT32, 9);
    assertThatThrownBy(() -> twins.fast.maskedScatter_(self, mask, source))
        .isInstanceOf(ShapeMismatch.class)
        .hasMessageContaining("a source of at least 2 elements");
    assertThat(HostData.floats(self)).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void positionsAgree(DType type) {
    for (int round = 0; round < 20; round++) {
      Tensor self = twins.tensor(type, true, twins.length(), 1 + twins.random.nextInt(4));
      for (long size : new long[] {0, 1, 10, self.elementCount(), 5000}) {
        twins.expectSame(
            "nonzero_static of " + self,
            twins.fast.nonzeroStatic(self, size, 7),
            twins.twin.nonzeroStatic(self, size, 7));
      }
    }
    Tensor number = twins.tensor(type, true);
    twins.expectSame(
        "nonzero_static of a number",
        twins.fast.nonzeroStatic(number, 3),
        twins.twin.nonzeroStatic(number, 3));
  }
}
