package jackfield.backend.cpu.reduction;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reduced segments and their gradients are those of the reference, bit for bit. */
@Tag("slow")
final class SegmentKernelsTest {
  private static final String[] REDUCTIONS = {"sum", "mean", "max", "min", "prod"};

  private final Twins twins = new Twins();

  /** Returns lengths that add up to {@code size} in each of some rows. */
  private Tensor lengths(long rows, int count, int size) {
    long[] lengths = new long[(int) rows * count];
    for (int i = 0; i < rows * size; i++) {
      lengths[i / size * count + twins.random.nextInt(count)]++;
    }
    return rows == 1 ? HostData.tensor(lengths, count) : HostData.tensor(lengths, rows, count);
  }

  private void agree(Tensor data, Tensor lengths, long axis, Scalar initial) {
    for (String reduce : REDUCTIONS) {
      Tensor found =
          twins.fast.segmentReduce(data, reduce, lengths, null, null, axis, false, initial);
      Tensor wanted =
          twins.twin.segmentReduce(data, reduce, lengths, null, null, axis, false, initial);
      String what = "%s of segments of %s".formatted(reduce, data);
      twins.expectSame(what, found, wanted);
      Tensor grad = twins.tensor(data.dtype(), false, wanted.sizes());
      twins.expectSame(
          "gradient of " + what,
          twins.fast._segmentReduceBackward(
              grad, wanted, data, reduce, lengths, null, axis, initial),
          twins.twin._segmentReduceBackward(
              grad, wanted, data, reduce, lengths, null, axis, initial));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void segmentsOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 25; round++) {
      boolean hasSpecial = round % 2 == 0;
      int size = (int) twins.length() + 1;
      int count = 1 + twins.random.nextInt(7);
      Scalar initial = round % 3 == 0 ? Scalar.of(1.5) : null;
      agree(twins.tensor(type, hasSpecial, size), lengths(1, count, size), 0, initial);
      agree(twins.tensor(type, hasSpecial, size, 5), lengths(1, count, size), 0, initial);
      agree(twins.tensor(type, hasSpecial, 3, size), lengths(3, count, size), 1, initial);
      agree(twins.tensor(type, hasSpecial, 3, size, 2), lengths(3, count, size), 1, initial);
    }
    agree(twins.tensor(type, false, 20, 1300), lengths(1, 3, 20), 0, null);
    agree(twins.tensor(type, false, 40_001), lengths(1, 700, 40_001), 0, null);
  }

  @Test
  void segmentsByOffsetsAgree() {
    Tensor data = twins.tensor(DType.FLOAT32, true, 9, 4);
    Tensor offsets = HostData.tensor(new long[] {2, 2, 5, 8}, 4);
    for (String reduce : REDUCTIONS) {
      twins.expectSame(
          reduce,
          twins.fast.segmentReduce(data, reduce, null, null, offsets, 0, false, null),
          twins.twin.segmentReduce(data, reduce, null, null, offsets, 0, false, null));
    }
  }

  @Test
  void aSegmentBeyondTheEndIsRefused() {
    Tensor data = twins.tensor(DType.FLOAT32, true, 9, 4);
    for (long[] wrong : new long[][] {{3, 7}, {-1, 10}, {4, 4}}) {
      Tensor lengths = HostData.tensor(wrong, 2);
      assertThatThrownBy(
              () -> twins.fast.segmentReduce(data, "sum", lengths, null, null, 0, false, null))
          .isInstanceOf(InvalidArgument.class);
    }
  }
}
