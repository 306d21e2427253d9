package jackfield.aten.composite.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

class RangesTest {
  @Test
  void theEndIsNotCounted() {
    assertThat(length(0, 7, 2, DType.INT64)).isEqualTo(4);
    assertThat(length(0, 8, 2, DType.INT64)).isEqualTo(4);
    assertThat(length(5, 0, -2, DType.INT64)).isEqualTo(3);
    assertThat(length(0, 0, 1, DType.INT64)).isZero();
    assertThat(length(0, 1, 0.3, DType.FLOAT32)).isEqualTo(4);
  }

  @Test
  void oneFractionMakesTheRangeFloating() {
    assertThat(Ranges.type(Scalar.ZERO, Scalar.of(5), Scalar.ONE)).isEqualTo(DType.INT64);
    assertThat(Ranges.type(Scalar.ZERO, Scalar.of(5.0), Scalar.ONE)).isEqualTo(DType.FLOAT32);
  }

  @Test
  void stepsThatNeverArriveAreRefused() {
    assertThatThrownBy(() -> length(0, 5, -1, DType.INT64)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> length(0, Double.NaN, 1, DType.INT32))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> length(Double.POSITIVE_INFINITY, 0, -1, DType.INT64))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> length(0, 5, 0, DType.FLOAT32)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> length(0, Double.POSITIVE_INFINITY, 1, DType.FLOAT32))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void booleanAndComplexRangesAreRefused() {
    assertThatThrownBy(() -> length(0, 5, 1, DType.BOOL)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> length(0, 5, 1, DType.COMPLEX64)).isInstanceOf(TypeMismatch.class);
  }

  private static long length(double start, double end, double step, DType type) {
    return Ranges.length("arange", number(start), number(end), number(step), type);
  }

  private static Scalar number(double value) {
    return value == (long) value ? Scalar.of((long) value) : Scalar.of(value);
  }
}
