package jackfield.aten.rule;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
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

  @Test
  void randomNumbersNeedAFloatingTensorAndARange() {
    Tensor floats = HostData.empty(DType.FLOAT32, 2);
    Tensor integers = HostData.empty(DType.INT64, 2);

    assertThatThrownBy(() -> FillRules.uniform(integers, 0, 1, null))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> FillRules.uniform(floats, 1, 0, null))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> FillRules.normal(floats, 0, -1, null))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void aGeneratorOfAnotherDeviceIsRefused() {
    Tensor floats = HostData.empty(DType.FLOAT32, 2);
    Generator other = new Generator(new Device("cuda", 0), 1);

    assertThatThrownBy(() -> FillRules.normal(floats, 0, 1, other))
        .isInstanceOf(TypeMismatch.class);
  }

  private static void assertRefused(DType type, Scalar value) {
    assertThatThrownBy(() -> FillRules.checkHolds("fill_", type, value))
        .isInstanceOf(InvalidArgument.class);
  }

  private static void assertTaken(DType type, Scalar value) {
    assertThatCode(() -> FillRules.checkHolds("fill_", type, value)).doesNotThrowAnyException();
  }
}
