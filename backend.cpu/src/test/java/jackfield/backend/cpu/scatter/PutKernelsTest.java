package jackfield.backend.cpu.scatter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that are put at row-major positions agree with those of the reference, bit for bit. */
@Tag("slow")
final class PutKernelsTest {
  private final Twins twins = new Twins();

  private Tensor positions(long count, long... sizes) {
    Tensor positions = twins.tensor(DType.INT64, false, sizes);
    HostData.forEachAddress(
        positions,
        at -> Elements.putLong(DType.INT64, at, twins.random.nextInt(2 * (int) count) - count));
    return positions;
  }

  private void agree(Tensor self, Tensor index, Tensor source) {
    for (boolean accumulate : new boolean[] {false, true}) {
      twins.expectSame(
          "put into " + self,
          twins.fast.put(self, index, source, accumulate),
          twins.twin.put(self, index, source, accumulate));
      twins.expectSame(
          "put_ into " + self,
          twins.fast.put_(twins.twin.clone(self), index, source, accumulate),
          twins.twin.put_(twins.twin.clone(self), index, source, accumulate));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void valuesOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 30; round++) {
      Tensor self = twins.tensor(type, true, 1 + round % 4, 1 + twins.random.nextInt(30));
      long length = twins.length();
      Tensor index = positions(self.elementCount(), 2, length);
      agree(self, index, twins.tensor(type, true, length, 2));
    }
    agree(twins.tensor(type, true, 999), positions(999, 50_001), twins.tensor(type, true, 50_001));
    agree(twins.tensor(type, true), positions(1), twins.tensor(type, true));
    agree(twins.tensor(type, true, 0, 3), positions(1, 0), twins.tensor(type, true, 0));
  }

  @Test
  void aPositionOutsideIsRefusedBeforeAValueIsWritten() {
    Tensor self = twins.numbers(DType.FLOAT32, 1, 2, 3);
    Tensor source = twins.numbers(DType.FLOAT32, 8, 9);
    for (long outside : new long[] {-4, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor index = HostData.tensor(new long[] {0, outside}, 2);
      assertThatThrownBy(() -> twins.fast.put_(self, index, source, false))
          .isInstanceOfSatisfying(
              InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("index"))
          .hasMessageContaining("has " + outside + ", expected -3 to 2");
    }
    assertThat(HostData.floats(self)).containsExactly(1, 2, 3);
  }
}
