package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** The operator {@code range}, whose end is included, as in PyTorch 2.7. */
final class InclusiveRangesTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

  @Test
  void rangesOfIntegersAreCountedInInt64() {
    platforms.each(on -> {
      Tensor bytes = on.aten.range(Scalar.of(-2L), Scalar.of(3L), DType.UINT8);
      assertThat(HostData.longs(bytes)).containsExactly(254, 255, 0, 1, 2, 3);
      Tensor wrapped = on.aten.range(Scalar.of(100L), Scalar.of(140L), Scalar.of(8L), DType.INT8);
      assertThat(HostData.longs(wrapped)).containsExactly(100, 108, 116, 124, -124, -116);
      long far = (1L << 53) + 1;
      Tensor longs = on.aten.range(Scalar.of(far), Scalar.of(far + 2), DType.INT64);
      assertThat(HostData.longs(longs)).containsExactly(far, far + 1, far + 2);
      Tensor cut = on.aten.range(Scalar.of(1.9), Scalar.of(1.2), DType.INT64);
      assertThat(HostData.longs(cut)).containsExactly(1);
      Tensor least =
          on.aten.range(Scalar.of(Long.MIN_VALUE), Scalar.of(Long.MIN_VALUE), DType.INT64);
      assertThat(HostData.longs(least)).containsExactly(Long.MIN_VALUE);
      Tensor half = on.aten.range(Scalar.of(250L), Scalar.of(258L), DType.BFLOAT16);
      assertThat(HostData.doubles(half))
          .containsExactly(250, 251, 252, 253, 254, 255, 256, 256, 258);
    });
    platforms.refused(
        InvalidArgument.class,
        on -> on.aten.range(Scalar.of(1L), Scalar.of(2L), Scalar.of(0.5), DType.INT32));
  }

  @Test
  void anInfiniteStepGivesOneNaN() {
    platforms.each(on -> {
      Tensor up = on.aten.range(Scalar.of(1.0), Scalar.of(2.0), Scalar.of(INFINITE));
      assertThat(HostData.floats(up)).containsExactly(Float.NaN);
      Tensor down =
          on.aten.range(Scalar.of(2.0), Scalar.of(1.0), Scalar.of(-INFINITE), DType.FLOAT16);
      assertThat(HostData.doubles(down)).containsExactly(Double.NaN);
    });
  }

  @Test
  void whatCannotBeANumberOfARangeIsNamed() {
    refused("start", INFINITE, 2, 1);
    refused("end", 1, Double.NaN, 1);
    refused("end", 1, INFINITE, 1);
    refused("step", 1, 2, 0);
    refused("step", 1, 2, Double.NaN);
    refused("step", 1, 2, -INFINITE);
  }

  private void refused(String argument, double start, double end, double step) {
    platforms.each(on ->
        assertThatThrownBy(() -> on.aten.range(Scalar.of(start), Scalar.of(end), Scalar.of(step)))
            .as("from %s to %s in steps of %s", start, end, step)
            .isInstanceOf(InvalidArgument.class)
            .hasMessageContaining("range: " + argument + " "));
  }

  @Test
  void aNumberThatTheTypeCannotHoldIsNamed() {
    platforms.each(on ->
        assertThatThrownBy(() -> on.aten.range(Scalar.of(1L), Scalar.of(INFINITE), DType.INT32))
            .isInstanceOf(InvalidArgument.class)
            .hasMessageContaining("range: end "));
  }
}
