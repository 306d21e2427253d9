package jackfield.aten.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.kernel.CopyByElement;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Outputs;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PointwiseRulesTest {
  private final Tensor bools = HostData.empty(DType.BOOL, 2);
  private final Tensor bytes = HostData.empty(DType.UINT8, 2);
  private final Tensor integers = HostData.empty(DType.INT32, 2);
  private final Tensor floats = HostData.empty(DType.FLOAT32, 2);
  private final Tensor complex = HostData.empty(DType.COMPLEX64, 2);

  @Test
  void alphaIsOfASortThatTheResultTakes() {
    refused(() -> PointwiseRules.add(integers, integers, Scalar.of(0.5)));
    refused(() -> PointwiseRules.add(floats, floats, Scalar.of(0, 1)));
    refused(() -> PointwiseRules.add(integers, integers, Scalar.of(true)));
    refused(() -> PointwiseRules.sub(integers, integers, Scalar.of(0.5)));
    taken(() -> PointwiseRules.add(bools, bools, Scalar.of(true)));
    taken(() -> PointwiseRules.add(floats, integers, Scalar.of(0.5)));
    taken(() -> PointwiseRules.add(complex, floats, Scalar.of(0, 1)));
  }

  @Test
  void booleansAreNotSubtracted() {
    refused(() -> PointwiseRules.sub(bools, bools, Scalar.ONE));
    refused(() -> PointwiseRules.sub(integers, bools, Scalar.ONE));
    refused(() -> PointwiseRules.sub(bools, integers, Scalar.ONE));
  }

  @Test
  void unroundedDivisionOfIntegersGivesFloats() {
    assertThat(PointwiseRules.divMode(integers, bytes, null).resultType()).isEqualTo(DType.FLOAT32);
  }

  @Test
  void roundedDivisionOfIntegersGivesIntegers() {
    assertThat(PointwiseRules.divMode(integers, bytes, "floor").resultType())
        .isEqualTo(DType.INT32);
    assertThat(PointwiseRules.divMode(integers, floats, "trunc").resultType())
        .isEqualTo(DType.FLOAT32);
    refused(() -> PointwiseRules.divMode(bools, bools, "floor"));
    refused(() -> PointwiseRules.divMode(complex, complex, "floor"));
    assertThatThrownBy(() -> PointwiseRules.divMode(floats, floats, "ceil"))
        .isInstanceOfSatisfying(
            InvalidArgument.class,
            error -> assertThat(error.argument()).isEqualTo("rounding_mode"));
  }

  @Test
  void powersOfIntegersAreNotNegative() {
    assertThat(PointwiseRules.powScalar(integers, Scalar.of(2L)).resultType())
        .isEqualTo(DType.INT32);
    assertThat(PointwiseRules.powScalar(integers, Scalar.of(-0.5)).resultType())
        .isEqualTo(DType.FLOAT32);
    taken(() -> PointwiseRules.powScalar(floats, Scalar.of(-2L)));
    assertThatThrownBy(() -> PointwiseRules.powScalar(integers, Scalar.of(-2L)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void aConditionIsBooleanOrBytes() {
    assertThat(PointwiseRules.where(bools, integers, floats).resultType()).isEqualTo(DType.FLOAT32);
    taken(() -> PointwiseRules.where(bytes, floats, floats));
    refused(() -> PointwiseRules.where(floats, floats, floats));
  }

  @Test
  void whereSeesTheConditionAsBooleans() {
    Outputs outputs = new CopyByElement().outputs();

    ElementwiseIterator it = PointwiseRules.where(bytes, integers, floats).iterate(outputs);

    assertThat(it.type(1)).isEqualTo(DType.BOOL);
    assertThat(it.type(2)).isEqualTo(DType.FLOAT32);
    assertThat(it.isContiguous()).isTrue();
  }

  @Test
  void theGradientOfAThresholdHasAnOrder() {
    assertThat(PointwiseRules.thresholdBackward(floats, floats, Scalar.ZERO).resultType())
        .isEqualTo(DType.FLOAT32);
    refused(() -> PointwiseRules.thresholdBackward(bools, bools, Scalar.ZERO));
    refused(() -> PointwiseRules.thresholdBackward(complex, complex, Scalar.ZERO));
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(TypeMismatch.class);
  }

  private static void taken(ThrowingCallable call) {
    assertThatCode(call).doesNotThrowAnyException();
  }
}
