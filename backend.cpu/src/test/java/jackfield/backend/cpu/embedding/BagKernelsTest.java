package jackfield.backend.cpu.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bags of rows, which have the bits of the reference. */
final class BagKernelsTest {
  private static final int ROUNDS = 80;
  private static final long MODES = 3;

  private final Twins twins = new Twins();

  /** The arguments of a call. */
  private record Bag(
      Tensor weight, Tensor indices, Tensor offsets, long mode, Tensor factors, boolean endsLast) {}

  private Bag bag(DType type, int round) {
    long rows = 1L + twins.random.nextInt(9);
    long width = twins.random.nextInt(round % 9 == 0 ? 2100 : 12);
    int count = twins.random.nextInt(round % 8 == 0 ? 400 : 20);
    DType integer = round % 4 == 0 ? DType.INT32 : DType.INT64;
    Tensor any = twins.twin.abs(twins.tensor(integer, false, count));
    Tensor indices = twins.twin.copy_(any, twins.twin.remainder(any, Scalar.of(rows)));
    boolean endsLast = round % 5 == 0;
    int bags = 1 + twins.random.nextInt(7) + (endsLast ? 1 : 0);
    long[] starts =
        LongStream.range(0, bags)
            .map(i -> i == 0 ? 0 : twins.random.nextInt(count + 1))
            .sorted()
            .toArray();
    long mode = round % MODES;
    Tensor factors = mode == 0 && round % 2 == 0 ? twins.tensor(type, false, count) : null;
    Tensor weight = twins.tensor(type, round % 2 == 0, rows, width);
    return new Bag(weight, indices, HostData.tensor(starts, bags), mode, factors, endsLast);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void bagsAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      Bag bag = bag(type, round);
      long padding = round % 6 == 0 ? 0 : -1;
      var found =
          twins.fast._embeddingBag(
              bag.weight,
              bag.indices,
              bag.offsets,
              false,
              bag.mode,
              false,
              bag.factors,
              bag.endsLast,
              padding);
      var expected =
          twins.twin._embeddingBag(
              bag.weight,
              bag.indices,
              bag.offsets,
              false,
              bag.mode,
              false,
              bag.factors,
              bag.endsLast,
              padding);
      twins.expectSame("rows of " + bag, found.first(), expected.first());
      twins.expectSame("bags of " + bag, found.second(), expected.second());
      twins.expectSame("sizes of " + bag, found.third(), expected.third());
      twins.expectSame("greatest rows of " + bag, found.fourth(), expected.fourth());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BFLOAT16", "FLOAT32", "FLOAT64"})
  void bagsWithoutGradientsAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      Bag bag = bag(type, round);
      var found =
          twins.fast._embeddingBagForwardOnly(
              bag.weight,
              bag.indices,
              bag.offsets,
              false,
              bag.mode,
              false,
              bag.factors,
              bag.endsLast);
      var expected =
          twins.twin._embeddingBagForwardOnly(
              bag.weight,
              bag.indices,
              bag.offsets,
              false,
              bag.mode,
              false,
              bag.factors,
              bag.endsLast);
      twins.expectSame("rows of " + bag, found.first(), expected.first());
      twins.expectSame("bags of " + bag, found.second(), expected.second());
      twins.expectSame("sizes of " + bag, found.third(), expected.third());
      twins.expectSame("greatest rows of " + bag, found.fourth(), expected.fourth());
    }
  }

  @Test
  void wrongIndexesAndOffsetsAreRefusedAsByTheReference() {
    Tensor weight = twins.tensor(DType.FLOAT32, false, 4, 3);
    long[][] indices = {{0, 4}, {-1, 0}, {0, Long.MAX_VALUE}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
    long[][] offsets = {{0}, {0}, {0, 1}, {1}, {0, 3}, {0, 2, 1}, {}};
    for (int i = 0; i < indices.length; i++) {
      Tensor index = HostData.tensor(indices[i], indices[i].length);
      Tensor offset = HostData.tensor(offsets[i], offsets[i].length);
      String message = message(() -> twins.twin._embeddingBag(weight, index, offset));
      assertThat(message(() -> twins.fast._embeddingBag(weight, index, offset))).isEqualTo(message);
    }
  }

  private static String message(Runnable call) {
    String[] message = new String[1];
    assertThatThrownBy(call::run)
        .isInstanceOf(InvalidArgument.class)
        .satisfies(refusal -> message[0] = refusal.getMessage());
    return message[0];
  }
}
