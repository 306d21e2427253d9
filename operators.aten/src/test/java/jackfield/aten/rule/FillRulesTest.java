package jackfield.aten.rule;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import org.junit.jupiter.api.Test;

class FillRulesTest {
  @Test
  void numbersThatTheTypeCannotHoldAreRefused() {
    assertRefused(DType.INT8, Scalar.of(300));
    assertRefused(DType.INT64, Scalar.of(Double.NaN));
    assertRefused(DType.INT64, Scalar.of(Double.POSITIVE_INFINITY));
    assertRefused(DType.FLOAT16, Scalar.of(70000));
    assertRefused(DType.FLOAT32, Scalar.of(1e300));
    assertRefused(DType.FLOAT32, Scalar.of(1, 2));
    assertRefused(DType.UINT8, Scalar.of(-256));
  }

  @Test
  void fractionsInfinitiesAndWrappedNumbersAreTaken() {
    assertTaken(DType.INT64, Scalar.of(2.5));
    assertTaken(DType.BOOL, Scalar.of(1, 2));
    assertTaken(DType.FLOAT16, Scalar.of(Double.NEGATIVE_INFINITY));
    assertTaken(DType.UINT8, Scalar.of(-1));
    assertTaken(DType.COMPLEX64, Scalar.of(1, 2));
    assertTaken(DType.FLOAT32, Scalar.of(3, 0));
    assertTaken(DType.INT64, Scalar.of(Long.MAX_VALUE));
  }

  private static void assertRefused(DType type, Scalar value) {
    assertThatThrownBy(() -> FillRules.checkHolds("fill_", type, value))
        .isInstanceOf(InvalidArgument.class);
  }

  private static void assertTaken(DType type, Scalar value) {
    assertThatCode(() -> FillRules.checkHolds("fill_", type, value)).doesNotThrowAnyException();
  }
}
