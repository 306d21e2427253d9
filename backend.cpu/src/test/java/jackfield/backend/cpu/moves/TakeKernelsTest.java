package jackfield.backend.cpu.moves;

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

/** Elements that are taken from row-major positions are those of the reference, bit for bit. */
@Tag("slow")
final class TakeKernelsTest {
  private final Twins twins = new Twins();

  private Tensor positions(long count, long... sizes) {
    Tensor positions = twins.tensor(DType.INT64, false, sizes);
    HostData.forEachAddress(
        positions,
        address ->
            Elements.putLong(DType.INT64, address, twins.random.nextInt(2 * (int) count) - count));
    return positions;
  }

  private void agree(Tensor self, Tensor index) {
    twins.expectSame(
        "take from %s".formatted(self), twins.fast.take(self, index), twins.twin.take(self, index));
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void elementsOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = twins.tensor(type, true, 1 + round % 4, 1 + twins.random.nextInt(30));
      long count = self.elementCount();
      agree(self, positions(count, twins.random.nextInt(4), twins.length()));
      agree(self, positions(count, twins.length()));
    }
    agree(twins.tensor(type, true, 5_003), positions(5_003, 70_001));
    agree(twins.tensor(type, true), positions(1));
    agree(twins.tensor(type, true), positions(1, 2, 3));
    agree(twins.tensor(type, true, 0, 3), positions(1, 0));
  }

  @Test
  void aPositionOutsideIsRefusedBeforeAnElementIsCopied() {
    Tensor self = twins.numbers(DType.FLOAT32, 1, 2, 3);
    Tensor out = twins.numbers(DType.FLOAT32, 7, 7);
    for (long outside : new long[] {-4, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor index = HostData.tensor(new long[] {0, outside}, 2);
      assertThatThrownBy(() -> twins.fast.takeOut(self, index, out))
          .isInstanceOfSatisfying(
              InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("index"))
          .hasMessageContaining("has " + outside + ", expected -3 to 2");
    }
    assertThat(HostData.floats(out)).containsExactly(7, 7);
  }
}
