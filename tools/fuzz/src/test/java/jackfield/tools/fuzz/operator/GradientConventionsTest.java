package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients that differ from differences by convention. */
@Tag("slow")
final class GradientConventionsTest {
  @Test
  void theGradientOfAMedianIsSpreadOverEqualElements() {
    Case call =
        new Case(
            new OperatorName("aten::nanmedian", ""),
            List.of(new Memory(DType.FLOAT64, 5, List.of(0.0, 0.17), 0, false)),
            List.of(View.contiguous(0, List.of(5L))),
            List.of(new Ref(0)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theGradientOfAMedianOfEqualElementsIsSpreadOverAll() {
    Case call =
        new Case(
            new OperatorName("aten::nanmedian", ""),
            List.of(new Memory(DType.FLOAT64, 4, List.of(-0.666), 0, false)),
            List.of(View.contiguous(0, List.of(2L, 2L))),
            List.of(new Ref(0)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theGradientOfAQuantileGoesToTheElementsTaken() {
    Case call =
        new Case(
            new OperatorName("aten::quantile", ""),
            List.of(
                new Memory(DType.FLOAT64, 5, List.of(0.0, -0.316), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(0.576), 0, false)),
            List.of(View.contiguous(0, List.of(5L)), View.contiguous(1, List.of())),
            Arrays.asList(new Ref(0), new Ref(1), null, false, "linear"));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void anElementZeroOfPreluIsPositiveForItsSecondGradientOnly() {
    Case call =
        new Case(
            new OperatorName("aten::_prelu_kernel_backward", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(0.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(0.539), 0, false)),
            List.of(
                View.contiguous(0, List.of()),
                View.contiguous(1, List.of(1L)),
                View.contiguous(2, List.of())),
            List.of(new Ref(0), new Ref(1), new Ref(2)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theLeastSingularValueOfASingularMatrixHasNoGradientToCompare() {
    Case call =
        new Case(
            new OperatorName("aten::linalg_matrix_norm", ""),
            List.of(new Memory(DType.FLOAT64, 25, List.of(1.0), 0.0137, false)),
            List.of(View.contiguous(0, List.of(5L, 5L))),
            Arrays.asList(
                new Ref(0),
                Scalar.of(-2L),
                new Values(Values.Element.INT, List.of(-2L, -1L)),
                true,
                null));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theGradientOfZetaNegatesAnUnsignedOrder() {
    Case call =
        new Case(
            new OperatorName("aten::special_zeta", ""),
            List.of(
                new Memory(DType.UINT8, 1, List.of(2.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false)),
            List.of(View.contiguous(0, List.of()), View.contiguous(1, List.of())),
            List.of(new Ref(0), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theLastOfSeveralValuesAtOneIndexIsWritten() {
    Case call =
        new Case(
            new OperatorName("aten::index_copy", ""),
            List.of(
                new Memory(DType.FLOAT64, 3, List.of(1.0), 0.0137, false),
                new Memory(DType.INT64, 3, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 3, List.of(1.0), 0.0137, false)),
            List.of(
                View.contiguous(0, List.of(3L)),
                View.contiguous(1, List.of(3L)),
                View.contiguous(2, List.of(3L))),
            List.of(new Ref(0), 0L, new Ref(1), new Ref(2)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void equalIndexesAreFoundAmongTheElementsOfAView() {
    Memory six = new Memory(DType.FLOAT64, 6, List.of(1.0), 0.0137, false);
    View matrix = View.contiguous(0, List.of(2L, 3L));
    Case call =
        new Case(
            new OperatorName("aten::index_copy", ""),
            List.of(
                six, new Memory(DType.INT64, 6, List.of(2.0, 0.0, 0.0, 1.0, 2.0), 0, false), six),
            List.of(matrix, View.contiguous(1, List.of(3L)), View.contiguous(2, List.of(2L, 3L))),
            List.of(new Ref(0), 1L, new Ref(1), new Ref(2)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aSumOfLargeGradientsHasTheirRounding() {
    Case call =
        new Case(
            new OperatorName("aten::lerp", "Tensor"),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(0x1p63), 0, false)),
            List.of(View.contiguous(0, List.of()), View.contiguous(1, List.of())),
            List.of(new Ref(0), new Ref(0), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aSumOfGradientsByALargeNumberHasItsRounding() {
    Case call =
        new Case(
            new OperatorName("aten::lerp", "Scalar"),
            List.of(new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false)),
            List.of(View.contiguous(0, List.of())),
            List.of(new Ref(0), new Ref(0), Scalar.of(-Long.MAX_VALUE)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"INT64,-9.223372036854775808e18", "INT8,-128", "UINT8,1"})
  void theGradientOfAMarginNegatesTargetsThatOverflow(DType type, double target) {
    Case call =
        new Case(
            new OperatorName("aten::soft_margin_loss", ""),
            List.of(
                new Memory(DType.FLOAT64, 2, List.of(-9.0, -0.3), 0, false),
                new Memory(type, 2, List.of(target, 1.0), 0, false)),
            List.of(View.contiguous(0, List.of(2L)), View.contiguous(1, List.of(2L))),
            List.of(new Ref(0), new Ref(1), 0L));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theGradientOfUpsamplingIgnoresAScaleIfTheSizeStays() {
    Case call =
        new Case(
            new OperatorName("aten::upsample_nearest1d", ""),
            List.of(new Memory(DType.FLOAT64, 9, List.of(1.0), 0, false)),
            List.of(View.contiguous(0, List.of(1L, 3L, 3L))),
            List.of(new Ref(0), new Values(Values.Element.INT, List.of(3L)), 0.05));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void anElementThatEqualsItsLimitsHasTheGradient() {
    Memory one = new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false);
    Case call =
        new Case(
            new OperatorName("aten::clip", "Tensor"),
            List.of(one, one),
            List.of(View.contiguous(0, List.of()), View.contiguous(1, List.of())),
            List.of(new Ref(0), new Ref(1), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void severalValuesAtOneIndexAreUnpooled() {
    Case call =
        new Case(
            new OperatorName("aten::max_unpool2d", ""),
            List.of(
                new Memory(DType.FLOAT64, 8, List.of(-1.186), 0, false),
                new Memory(DType.INT64, 8, List.of(1.0), 0, false)),
            List.of(
                View.contiguous(0, List.of(2L, 2L, 2L)), View.contiguous(1, List.of(2L, 2L, 2L))),
            List.of(new Ref(0), new Ref(1), new Values(Values.Element.INT, List.of(1L, 5L))));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void anInfiniteNumberInAListIsNotCompared() {
    Case call =
        new Case(
            new OperatorName("aten::_foreach_pow", "ScalarList"),
            List.of(new Memory(DType.FLOAT64, 1, List.of(-0.431), 0, false)),
            List.of(View.contiguous(0, List.of())),
            List.of(
                new Values(Values.Element.TENSOR, List.of(new Ref(0))),
                new Values(Values.Element.SCALAR, List.of(Scalar.of(Double.POSITIVE_INFINITY)))));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"aten::softshrink", "aten::hardshrink"})
  void anElementZeroMayHaveNoGradient(String operator) {
    Memory zero = new Memory(DType.FLOAT64, 1, List.of(-0.0), 0, false);
    Case call =
        new Case(
            new OperatorName(operator, ""),
            List.of(zero),
            List.of(View.contiguous(0, List.of(1L))),
            List.of(new Ref(0), Scalar.of(0L)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void givenStatisticsAreConstants() {
    Memory one = new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false);
    Case call =
        new Case(
            new OperatorName("aten::_native_batch_norm_legit_no_training", ""),
            List.of(one, one, one),
            List.of(
                View.contiguous(0, List.of(1L, 1L)),
                View.contiguous(1, List.of(1L)),
                View.contiguous(2, List.of(1L))),
            Arrays.asList(new Ref(0), null, null, new Ref(1), new Ref(2), -1.68, 0.35));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aNormOfATinyOrderIsNotCompared() {
    Memory one = new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false);
    View whole = View.contiguous(0, List.of(1L));
    Case call =
        new Case(
            new OperatorName("aten::triplet_margin_loss", ""),
            List.of(one, one, one),
            List.of(whole, View.contiguous(1, List.of(1L)), View.contiguous(2, List.of(1L))),
            List.of(new Ref(0), new Ref(1), new Ref(2), 1.36, -1e-300, 1e-6, false, 0L));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theGradientOfAnAngleSquaresIntegers() {
    Case call =
        new Case(
            new OperatorName("aten::atan2", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.INT64, 2, List.of(4.0, Double.POSITIVE_INFINITY), 0, false)),
            List.of(View.contiguous(0, List.of()), View.contiguous(1, List.of(2L))),
            List.of(new Ref(0), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void theGradientOfLeastSquaresLeavesNoSingularValueOut() {
    Case call =
        new Case(
            new OperatorName("aten::linalg_lstsq", ""),
            List.of(
                new Memory(DType.FLOAT64, 9, List.of(1.433, 0.669), 0.0137, false),
                new Memory(DType.FLOAT64, 3, List.of(1.0), 0.0137, false)),
            List.of(View.contiguous(0, List.of(3L, 3L)), View.contiguous(1, List.of(3L))),
            Arrays.asList(new Ref(0), new Ref(1), 0.13, null));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void aRemainderOfATinyDivisorHasNoDifferences() {
    assertThat(new Fixture().check(fmod(-1e-300))).isEmpty();
    assertThat(new Fixture().check(fmod(5e-6))).isEmpty();
  }

  @Test
  void aRemainderThatJumpsWithinTheStepHasNoDifferences() {
    Case call =
        new Case(
            new OperatorName("aten::remainder", "Tensor"),
            List.of(
                new Memory(DType.FLOAT32, 1, List.of(1e10), 0, false),
                new Memory(
                    DType.FLOAT64,
                    18,
                    List.of(-0.268, 0.106, -0.268, Double.POSITIVE_INFINITY, -0.007, -0.274),
                    0,
                    false)),
            List.of(View.contiguous(0, List.of()), View.contiguous(1, List.of(3L, 3L, 2L))),
            List.of(new Ref(0), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  private static Case fmod(double divisor) {
    return new Case(
        new OperatorName("aten::fmod", "Scalar"),
        List.of(new Memory(DType.FLOAT64, 4, List.of(0.5, -1.25), 0.1, false)),
        List.of(View.contiguous(0, List.of(4L))),
        List.of(new Ref(0), Scalar.of(divisor)));
  }
}
