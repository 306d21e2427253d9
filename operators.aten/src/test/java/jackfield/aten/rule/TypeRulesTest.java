package jackfield.aten.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.kernel.CopyByElement;
import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.Outputs;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TypeRulesTest {
  private static final int ALL = TypeRules.BOOL | TypeRules.INTEGRAL | TypeRules.COMPLEX;

  private final Tensor bools = HostData.empty(DType.BOOL, 2);
  private final Tensor bytes = HostData.empty(DType.UINT8, 2);
  private final Tensor integers = HostData.empty(DType.INT32, 2);
  private final Tensor halves = HostData.empty(DType.FLOAT16, 2);
  private final Tensor floats = HostData.empty(DType.FLOAT32, 2);
  private final Tensor complex = HostData.empty(DType.COMPLEX64, 2);

  @Test
  void promoteComputesInTheCommonType() {
    ElementwisePlan plan = TypeRules.promote("mul", TypeRules.NOTHING, integers, floats);

    assertThat(plan.commonType()).isEqualTo(DType.FLOAT32);
    assertThat(plan.resultType()).isEqualTo(DType.FLOAT32);
  }

  @Test
  void fractionalGivesFloatsForIntegersAndBooleans() {
    assertThat(fractional(integers)).isEqualTo(DType.FLOAT32);
    assertThat(fractional(bools)).isEqualTo(DType.FLOAT32);
    assertThat(fractional(halves)).isEqualTo(DType.FLOAT16);
    assertThat(fractional(complex)).isEqualTo(DType.COMPLEX64);
    assertThat(TypeRules.fractional("div", TypeRules.NOTHING, integers, bytes).resultType())
        .isEqualTo(DType.FLOAT32);
  }

  private static DType fractional(Tensor self) {
    ElementwisePlan plan = TypeRules.fractional("exp", TypeRules.NOTHING, self);
    assertThat(plan.commonType()).isEqualTo(plan.resultType());
    return plan.resultType();
  }

  @Test
  void compareGivesBooleansOfTheCommonType() {
    ElementwisePlan plan = TypeRules.compare("eq", TypeRules.NOTHING, integers, floats);

    assertThat(plan.commonType()).isEqualTo(DType.FLOAT32);
    assertThat(plan.resultType()).isEqualTo(DType.BOOL);
  }

  @Test
  void sameKeepsTheTypeAndCastsToNoOther() {
    Outputs outputs = new CopyByElement().outputs();
    ElementwisePlan plan = TypeRules.same("neg", TypeRules.NOTHING, integers);

    assertThat(plan.resultType()).isEqualTo(DType.INT32);
    assertThat(refused(() -> plan.iterateInto(outputs, floats)).operator()).isEqualTo("neg");
  }

  @Test
  void eachSortOfNumbersIsRefusedByItsConstant() {
    assertRefused(TypeRules.BOOL, bools, bytes);
    assertRefused(TypeRules.INTEGRAL, integers, bools);
    assertRefused(TypeRules.INTEGRAL, bytes, floats);
    assertRefused(TypeRules.COMPLEX, complex, floats);
    assertThat(TypeRules.same("relu", ALL, floats).resultType()).isEqualTo(DType.FLOAT32);
  }

  private static void assertRefused(int refused, Tensor self, Tensor accepted) {
    assertThat(refused(() -> TypeRules.same("relu", refused, self)).operator()).isEqualTo("relu");
    assertThat(refused(() -> TypeRules.promote("mul", refused, self, self)).operator())
        .isEqualTo("mul");
    assertThat(refused(() -> TypeRules.compare("gt", refused, self, self)).operator())
        .isEqualTo("gt");
    assertThat(TypeRules.same("relu", refused, accepted).resultType()).isEqualTo(accepted.dtype());
  }

  @Test
  void theCommonTypeIsRefusedNotThoseOfTheOperands() {
    assertThat(TypeRules.promote("mul", TypeRules.BOOL, bools, integers).resultType())
        .isEqualTo(DType.INT32);
    assertThat(TypeRules.fractional("erf", TypeRules.INTEGRAL, integers).resultType())
        .isEqualTo(DType.FLOAT32);
  }

  @Test
  void complexHalfIsAPairOfOperands() {
    int half = TypeRules.COMPLEX_HALF;
    Tensor number = HostData.empty(DType.COMPLEX64);

    assertThat(refused(() -> TypeRules.fractional("div", half, halves, number)).operator())
        .isEqualTo("div");
    assertThat(TypeRules.fractional("div", half, floats, number).resultType())
        .isEqualTo(DType.COMPLEX64);
    assertThat(TypeRules.fractional("div", half, halves, floats).resultType())
        .isEqualTo(DType.FLOAT32);
  }

  @Test
  void shapesAreCheckedBeforeTypes() {
    Tensor longer = HostData.empty(DType.COMPLEX64, 3);

    ShapeMismatch error =
        catchThrowableOfType(
            ShapeMismatch.class, () -> TypeRules.compare("gt", TypeRules.COMPLEX, complex, longer));

    assertThat(error.operator()).isEqualTo("gt");
  }

  private static TypeMismatch refused(ThrowingCallable call) {
    TypeMismatch error = catchThrowableOfType(TypeMismatch.class, call);
    assertThat(error).isNotNull();
    return error;
  }
}
