package jackfield.aten.rule.convolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import jackfield.aten.kernel.Outputs;
import jackfield.aten.window.ConvolutionPlan;
import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvolutionRulesTest {
  private final Outputs outputs =
      new Outputs(DispatchKey.CPU, (_, _) -> fail("nothing is to be copied"));
  private final Tensor input = floats(2, 4, 7, 8);
  private final Tensor weight = floats(6, 2, 3, 3);

  private static Tensor floats(long... sizes) {
    return HostData.empty(DType.FLOAT32, sizes);
  }

  private static long[] longs(long... numbers) {
    return numbers;
  }

  private ConvolutionPlan plan(Tensor in, Tensor by, long stride, long padding, long groups) {
    return ConvolutionRules.convolution(
        in, by, null, longs(stride), longs(padding), longs(1), false, longs(0), groups);
  }

  private ConvolutionPlan transposed(long stride, long padding, long outputPadding) {
    return ConvolutionRules.convolution(
        floats(1, 6, 4),
        floats(6, 2, 3),
        null,
        longs(stride),
        longs(padding),
        longs(1),
        true,
        longs(outputPadding),
        2);
  }

  @Test
  void windowsSlideOverThePaddedInput() {
    ConvolutionPlan plan = plan(input, weight, 2, 1, 2);

    assertThat(plan.windows().image()).containsExactly(7, 8);
    assertThat(plan.windows().positions()).containsExactly(4, 4);
    assertThat(plan.windows().taps()).containsExactly(3, 3);
    assertThat(plan.windows().stride()).containsExactly(2, 2);
  }

  @Test
  void transposedWindowsSlideOverTheOutput() {
    assertThat(transposed(2, 1, 1).windows().image()).containsExactly(8);
    assertThat(transposed(2, 1, 1).windows().positions()).containsExactly(4);
    assertThatThrownBy(() -> transposed(2, 6, 0)).isInstanceOf(ShapeMismatch.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 2, stride",
    "1, -1, 2, padding",
    "1, 0, 0, groups",
    "1, 0, -2, groups",
  })
  void numbersOutOfRangeAreRefused(long stride, long padding, long groups, String argument) {
    assertThatThrownBy(() -> plan(input, weight, stride, padding, groups))
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidArgument.class))
        .extracting(InvalidArgument::argument)
        .isEqualTo(argument);
  }

  @Test
  void anOutputPaddingThatNoWindowReachesIsRefused() {
    assertThatThrownBy(() -> transposed(2, 0, 2))
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidArgument.class))
        .extracting(InvalidArgument::argument)
        .isEqualTo("output_padding");
  }

  @Test
  void listsOfTheWrongLengthAreRefused() {
    assertThatThrownBy(() ->
            ConvolutionRules.convolution(
                input, weight, null, longs(1, 1, 1), longs(0), longs(1), false, longs(0), 2))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void sizesThatDoNotMeetAreRefused() {
    assertThatThrownBy(() -> plan(input, weight, 1, 0, 1)).isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> plan(input, floats(5, 2, 3, 3), 1, 0, 2))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> plan(input, floats(6, 2, 3), 1, 0, 2))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> plan(input, floats(6, 2, 8, 3), 1, 0, 2))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> plan(floats(2, 4), floats(6, 4), 1, 0, 1))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> plan(input, weight, 1, Long.MAX_VALUE, 2))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void typesThatDifferAreRefused() {
    Tensor doubles = HostData.empty(DType.FLOAT64, 6, 2, 3, 3);
    Tensor truth = HostData.empty(DType.BOOL, 1, 1, 1);
    assertThatThrownBy(() -> plan(input, doubles, 1, 0, 2)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> plan(truth, truth, 1, 0, 1)).isInstanceOf(TypeMismatch.class);
  }

  @ParameterizedTest
  @CsvSource({"UINT8, 2, false", "INT16, 1, true", "INT32, 2, true", "INT8, 2, false"})
  void ofIntegersOnlyLongsAreSpreadOrDilated(DType type, long dilation, boolean transposed) {
    assertThat(ofType(type, 1, false)).isNotNull();
    assertThat(ofType(DType.INT64, dilation, transposed)).isNotNull();
    assertThatThrownBy(() -> ofType(type, dilation, transposed)).isInstanceOf(TypeMismatch.class);
  }

  private static ConvolutionPlan ofType(DType type, long dilation, boolean transposed) {
    return ConvolutionRules.convolution(
        HostData.empty(type, 1, 1, 5),
        HostData.empty(type, 1, 1, 2),
        null,
        longs(1),
        longs(0),
        longs(dilation),
        transposed,
        longs(0),
        1);
  }

  @Test
  void gradientsThatNobodyAskedForAreAbsent() {
    ConvolutionPlan plan = backward(floats(2, 6, 5, 6), true, false, true);

    assertThat(plan.outputCount()).isEqualTo(3);
    assertThat(plan.result(1)).isNull();
    assertThat(plan.result(0).sizes()).containsExactly(2, 4, 7, 8);
    assertThat(plan.result(2).sizes()).containsExactly(6);
  }

  @Test
  void gradientsHaveTheSizesOfTheOutput() {
    assertThatThrownBy(() -> backward(floats(2, 6, 5, 5), true, true, true))
        .isInstanceOf(ShapeMismatch.class);
  }

  private ConvolutionPlan backward(Tensor gradOutput, boolean... mask) {
    ConvolutionPlan plan =
        ConvolutionRules.convolutionBackward(
            gradOutput,
            input,
            weight,
            null,
            longs(1),
            longs(0),
            longs(1),
            false,
            longs(0),
            2,
            mask);
    plan.allocate(outputs);
    return plan;
  }
}
