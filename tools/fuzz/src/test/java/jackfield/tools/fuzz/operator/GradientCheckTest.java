package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class GradientCheckTest {
  private static final OperatorName TANH = new OperatorName("aten::tanh", "");
  private static final OperatorName BACKWARD = new OperatorName("aten::tanh_backward", "");

  private static Case tanh() {
    return new Case(
        TANH,
        List.of(new Memory(DType.FLOAT64, 3, List.of(0.25, -1.0), 0.01, false)),
        List.of(View.contiguous(0, List.of(3L))),
        List.of(new Ref(0)));
  }

  @Test
  void aRightGradientAgreesWithDifferences() {
    assertThat(new Fixture().check(tanh())).isEmpty();
  }

  @Test
  void aJumpHasNoDifferences() {
    Case call =
        new Case(
            new OperatorName("aten::frexp", "Tensor"),
            List.of(new Memory(DType.FLOAT64, 2, List.of(0.5, 0.0), 0, false)),
            List.of(View.contiguous(0, List.of(2L))),
            List.of(new Ref(0)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aPoleHasNoDifferences() {
    Case call =
        new Case(
            new OperatorName("aten::mvlgamma", ""),
            List.of(new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false)),
            List.of(View.contiguous(0, List.of(1L))),
            List.of(new Ref(0), 5L));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aLargeNumberHidesASmallStep() {
    Case call =
        new Case(
            new OperatorName("aten::triplet_margin_loss", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 3, List.of(-0.227, -0.841, -0.393), 0, false),
                new Memory(DType.FLOAT64, 3, List.of(-1.259, -0.691, -1.382), 0, false)),
            List.of(
                View.contiguous(0, List.of(1L, 1L)),
                View.contiguous(1, List.of(1L, 3L)),
                View.contiguous(2, List.of(1L, 3L))),
            List.of(new Ref(0), new Ref(1), new Ref(2), 1.0, 2.0, 1e10, true, 1L));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  /** A bound of -1 in uint8 is 255, so that all numbers would be at most that. */
  @Test
  void anUnsignedNumberIsAboveANegativeBound() {
    Case call =
        new Case(
            new OperatorName("aten::special_xlog1py", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(0.0), 0, false),
                new Memory(DType.UINT8, 1, List.of(1.0), 0, false)),
            List.of(View.contiguous(0, List.of()), View.contiguous(1, List.of())),
            List.of(new Ref(0), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  /** The factor is multiplied into the logarithms in place, so its steps are rounded to 16 bits. */
  @Test
  void anIntermediateResultOf16BitsHidesASmallStep() {
    View number = View.contiguous(0, List.of());
    Case call =
        new Case(
            new OperatorName("aten::binary_cross_entropy_with_logits", ""),
            List.of(
                new Memory(DType.FLOAT16, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT32, 1, List.of(-0.343), 0, false)),
            List.of(number, View.contiguous(1, List.of()), View.contiguous(2, List.of())),
            Arrays.asList(new Ref(0), new Ref(1), null, new Ref(2), 1L));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aNumberDividesInThePrecisionOfTheOthers() {
    Case call =
        new Case(
            new OperatorName("aten::addcdiv", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(
                    DType.FLOAT16, 6, List.of(0.792, 0.079, 0.661, -1.0, -1.3, 1.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(1.443), 0, false)),
            List.of(
                View.contiguous(0, List.of(1L)),
                View.contiguous(1, List.of(2L, 3L)),
                View.contiguous(2, List.of())),
            List.of(new Ref(0), new Ref(1), new Ref(2), Scalar.of(1L)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aLossWithoutSmoothPartHasASecondDerivative() {
    Memory one = new Memory(DType.FLOAT64, 1, List.of(1.2), 0, false);
    Memory two = new Memory(DType.FLOAT64, 1, List.of(-0.427), 0, false);
    Case call =
        new Case(
            new OperatorName("aten::smooth_l1_loss_backward", ""),
            List.of(one, two, one),
            List.of(
                View.contiguous(0, List.of()),
                View.contiguous(1, List.of()),
                View.contiguous(2, List.of())),
            List.of(new Ref(0), new Ref(1), new Ref(2), 1L, 0.0));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void cornersOfTwoResultsDoNotCancel() {
    Case call =
        new Case(
            new OperatorName("aten::aminmax", ""),
            List.of(new Memory(DType.FLOAT64, 3, List.of(1.0), 0, false)),
            List.of(View.contiguous(0, List.of(3L))),
            List.of(new Ref(0), 0L, false));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void equalElementsThatMoveTogetherHaveNoDifferences() {
    Case call =
        new Case(
            new OperatorName("aten::mode", ""),
            List.of(new Memory(DType.FLOAT64, 3, List.of(0.945), 0, false)),
            List.of(View.contiguous(0, List.of(3L))),
            List.of(new Ref(0), 0L, false));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aSlightCornerHasNoDifferences() {
    Case call =
        new Case(
            new OperatorName("aten::nuclear_norm", ""),
            List.of(
                new Memory(DType.FLOAT64, 4, List.of(1.0, 0.035, 0.035, 0.035 * 0.035), 0, false)),
            List.of(View.contiguous(0, List.of(2L, 2L))),
            List.of(new Ref(0), false));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"aten::prelu", "aten::_prelu_kernel"})
  void aNanWeightDoesNotReachTheGradientOfAPositiveElement(String operator) {
    Case call =
        new Case(
            new OperatorName(operator, ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(Double.NaN), 0, false)),
            List.of(View.contiguous(0, List.of()), View.contiguous(1, List.of())),
            List.of(new Ref(0), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void gradientsOfPreluAreNotCountedTwice() {
    Case call =
        new Case(
            new OperatorName("aten::_prelu_kernel_backward", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 3, List.of(0.096, -2.471), 0, false),
                new Memory(DType.FLOAT64, 3, List.of(1.0), 0, false)),
            List.of(
                View.contiguous(0, List.of()),
                View.contiguous(1, List.of(3L)),
                View.contiguous(2, List.of(3L, 1L))),
            List.of(new Ref(0), new Ref(1), new Ref(2)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aWrongGradientOfARemainderIsFound() {
    Memory memory = new Memory(DType.FLOAT64, 1, List.of(0.7), 0, false);
    Memory divisor = new Memory(DType.FLOAT64, 1, List.of(0.3), 0, false);
    Case call =
        new Case(
            new OperatorName("aten::fmod", "Tensor"),
            List.of(memory, divisor),
            List.of(View.contiguous(0, List.of(1L)), View.contiguous(1, List.of(1L))),
            List.of(new Ref(0), new Ref(1)));
    Failure failure =
        doubled(new OperatorName("aten::div", "Tensor_mode")).check(call).orElseThrow();
    assertThat(failure.says()).startsWith("element 0 of tensor 1: ");
  }

  @Test
  void aWrongGradientOfALossOfIntegersIsFound() {
    Case call =
        new Case(
            new OperatorName("aten::soft_margin_loss", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(0.7), 0, false),
                new Memory(DType.INT64, 1, List.of(-1.0), 0, false)),
            List.of(View.contiguous(0, List.of(1L)), View.contiguous(1, List.of(1L))),
            List.of(new Ref(0), new Ref(1), 0L));
    Failure failure = doubled(new OperatorName("aten::div", "Tensor")).check(call).orElseThrow();
    assertThat(failure.says()).startsWith("element 0 of tensor 0: ");
  }

  @Test
  void aWrongGradientIsFound() {
    Failure failure = doubled(BACKWARD).check(tanh()).orElseThrow();
    assertThat(failure.kind()).isEqualTo("a wrong gradient");
    assertThat(failure.says()).startsWith("element 0 of tensor 0: ");
  }

  @Test
  void aCornerOfAnotherElementDoesNotHideAWrongGradient() {
    Case call =
        new Case(
            new OperatorName("aten::relu", ""),
            List.of(new Memory(DType.FLOAT64, 3, List.of(0.0, 0.5, 0.5), 0, false)),
            List.of(View.contiguous(0, List.of(3L))),
            List.of(new Ref(0)));
    Failure failure =
        doubled(new OperatorName("aten::threshold_backward", "")).check(call).orElseThrow();
    assertThat(failure.says()).startsWith("element 1 of tensor 0: ");
  }

  /** Returns a platform in which an operator returns twice its result. */
  private static Fixture doubled(OperatorName name) {
    return new Fixture()
        .with(
            name,
            right ->
                (operator, keys, stack) -> {
                  right.call(operator, keys, stack);
                  Tensor result = stack.tensor(stack.size() - 1);
                  HostData.forEachAddress(
                      result,
                      at ->
                          Elements.putDouble(
                              result.dtype(), at, 2 * Elements.doubleAt(result.dtype(), at)));
                });
  }
}
