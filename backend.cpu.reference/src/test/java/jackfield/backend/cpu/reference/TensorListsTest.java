package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.scalar;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.error.JackfieldException;
import jackfield.memory.TensorClosed;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators over lists: the same as a call for each position, and all tensors change or none. */
final class TensorListsTest {
  private final Aten aten = Plugged.aten();

  /** Returns second tensors of a list to which two numbers cannot be added in place. */
  private static Stream<Tensor> unfit() {
    Tensor closed = vector(1, 2);
    closed.close();
    Tensor oneAddress = vector(1).alias(new long[] {2}, new long[] {0}, 0);
    return Stream.of(vector(DType.INT64, 1, 2), vector(1), oneAddress, closed);
  }

  @Test
  void theElementsAtEachPositionAreOperands() {
    Tensor[] self = {vector(1, 2), vector(3)};
    Tensor[] sums = aten._foreachAdd(self, new Tensor[] {vector(10, 20), vector(30)}, two());
    assertThat(elements(sums[0])).containsExactly(21, 42);
    assertThat(elements(sums[1])).containsExactly(63);
    aten._foreachMul_(self, new Scalar[] {Scalar.of(3), Scalar.of(0.5)});
    assertThat(elements(self[0])).containsExactly(3, 6);
    assertThat(elements(self[1])).containsExactly(1.5);
  }

  private static Scalar two() {
    return Scalar.of(2);
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void noTensorChangesIfOneCannot(Tensor second) {
    Tensor first = vector(1, 4);
    Tensor[] self = {first, second};
    Tensor[] added = {vector(1, 1), vector(0.5, 0.5)};
    assertThatThrownBy(() -> aten._foreachAdd_(self, added, two()))
        .isInstanceOf(JackfieldException.class);
    assertThat(elements(first)).containsExactly(1, 4);
  }

  @Test
  void noTensorChangesIfOneReadsAPartOfWhatIsWritten() {
    Tensor memory = vector(1, 2, 3);
    Tensor begin = memory.alias(new long[] {2}, new long[] {1}, 0);
    Tensor end = memory.alias(new long[] {2}, new long[] {1}, 1);
    Tensor first = vector(5);
    Tensor[] self = {first, begin};
    assertThatThrownBy(() -> aten._foreachMul_(self, new Tensor[] {vector(2), end}))
        .isInstanceOf(InvalidArgument.class);
    assertThat(elements(first)).containsExactly(5);
  }

  @Test
  void listsHaveTheSameLengthOfAtLeastOne() {
    Tensor[] one = {vector(1)};
    assertThatThrownBy(() -> aten._foreachAbs())
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("pass at least one");
    assertThatThrownBy(() -> aten._foreachAdd(one, new Scalar[] {two(), two()}))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("2 numbers")
        .hasMessageContaining("of the same length");
  }

  @Test
  void aTensorOfNumbersHasOneForEachPosition() {
    Tensor[] self = {vector(1), vector(2)};
    Tensor[] ones = {vector(1), vector(1)};
    aten._foreachAddcmul_(self, ones, ones, vector(DType.INT32, 10, 20));
    assertThat(elements(self[0])).containsExactly(11);
    assertThat(elements(self[1])).containsExactly(22);
    assertThatThrownBy(() -> aten._foreachAddcdiv(self, ones, ones, vector(1, 2, 3)))
        .isInstanceOf(ShapeMismatch.class)
        .hasMessageContaining("size 2");
    assertThatThrownBy(() -> aten._foreachDiv(self, vector(2)))
        .isInstanceOf(ShapeMismatch.class)
        .hasMessageContaining("one number");
  }

  @Test
  void aStepOfDescentFollowsTheMomentum() {
    Tensor[] parameters = {vector(1)};
    Tensor[] gradients = {vector(0.5)};
    Tensor[] momentum = {vector(7)};
    sgd(parameters, gradients, momentum, true, null);
    assertThat(elements(momentum[0])).containsExactly(0.5);
    assertThat(elements(parameters[0])).containsExactly(0.95);
    sgd(parameters, gradients, momentum, false, null);
    assertThat(elements(momentum[0])).containsExactly(0.75);
    assertThat(elements(parameters[0])).containsExactly(0.875);
  }

  private void sgd(
      Tensor[] parameters, Tensor[] gradients, Tensor[] momentum, boolean isFirst, Tensor found) {
    aten._fusedSgd_(
        parameters, gradients, momentum, 0, 0.5, 0.1, 0, false, false, isFirst, null, found);
  }

  @Test
  void aStepIsLeftOutIfAGradientIsInfinite() {
    Tensor[] parameters = {vector(1)};
    sgd(parameters, new Tensor[] {vector(1)}, new Tensor[] {vector(1)}, false, vector(1));
    assertThat(elements(parameters[0])).containsExactly(1);
  }

  @Test
  void noParameterStepsIfOneCannot() {
    Tensor[] parameters = {vector(1), vector(1, 2)};
    Tensor[] momentum = {vector(1), vector(1, 2)};
    assertThatThrownBy(
            () -> sgd(parameters, new Tensor[] {vector(1), vector(1)}, momentum, false, null))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() ->
            sgd(
                parameters,
                new Tensor[] {vector(1), vector(DType.FLOAT32, 1, 2)},
                momentum,
                false,
                null))
        .isInstanceOf(TypeMismatch.class);
    assertThat(elements(parameters[0])).containsExactly(1);
    assertThat(elements(momentum[0])).containsExactly(1);
  }

  @Test
  void theFirstStepOfAdamHasTheSizeOfTheRate() {
    Tensor[] parameters = {vector(1, 1)};
    adam(parameters, vector(8, -0.25), null);
    assertThat(elements(parameters[0]))
        .usingComparatorWithPrecision(1e-7)
        .containsExactly(0.9, 1.1);
  }

  private void adam(Tensor[] parameters, Tensor gradient, Tensor scale) {
    Tensor[] averages = {aten.zerosLike(gradient)};
    Tensor[] squares = {aten.zerosLike(gradient)};
    aten._fusedAdam_(
        parameters,
        new Tensor[] {gradient},
        averages,
        squares,
        new Tensor[0],
        new Tensor[] {scalar(DType.FLOAT32, 1)},
        0.1,
        0.9,
        0.99,
        0,
        1e-8,
        false,
        false,
        scale,
        null);
  }

  @Test
  void halfPrecisionIsComputedInSingle() {
    // In float16, the square of the gradient would be 0, and the step infinite.
    Tensor[] parameters = {vector(DType.FLOAT16, 1)};
    adam(parameters, vector(DType.FLOAT16, 1e-4), null);
    assertThat(elements(parameters[0])[0]).isBetween(0.899, 0.901);
  }

  @Test
  void aScaledGradientIsWrittenBackUnscaled() {
    Tensor gradient = vector(8);
    adam(new Tensor[] {vector(1)}, gradient, scalar(DType.FLOAT32, 4));
    assertThat(elements(gradient)).containsExactly(2);
  }

  @Test
  void unscalingFindsWhatIsNotFinite() {
    Tensor found = vector(DType.FLOAT32, 0);
    Tensor inverse = vector(DType.FLOAT32, 0.5);
    Tensor[] gradients = {vector(2, 4), vector(6)};
    aten._ampForeachNonFiniteCheckAndUnscale_(gradients, found, inverse);
    assertThat(elements(found)).containsExactly(0);
    assertThat(elements(gradients[0])).containsExactly(1, 2);
    gradients[1] = vector(Double.NaN);
    aten._ampForeachNonFiniteCheckAndUnscale_(gradients, found, inverse);
    assertThat(elements(found)).containsExactly(1);
  }

  @Test
  void unscalingChecksWhereItReportsBeforeItScales() {
    Tensor found = vector(DType.FLOAT32, 0);
    found.close();
    Tensor inverse = vector(DType.FLOAT32, 0.5);
    Tensor[] gradients = {vector(2, Double.NaN)};
    assertThatThrownBy(() -> aten._ampForeachNonFiniteCheckAndUnscale_(gradients, found, inverse))
        .isInstanceOf(TensorClosed.class);
    assertThat(elements(gradients[0])).containsExactly(2, Double.NaN);
  }

  @Test
  void theScaleGrowsAfterStepsAndShrinksAfterInfinities() {
    Tensor scale = vector(DType.FLOAT32, 8);
    Tensor tracker = vector(DType.INT32, 0);
    Tensor none = vector(DType.FLOAT32, 0);
    aten._ampUpdateScale_(scale, tracker, none, 2, 0.5, 2);
    assertThat(elements(scale)).containsExactly(8);
    aten._ampUpdateScale_(scale, tracker, none, 2, 0.5, 2);
    assertThat(elements(scale)).containsExactly(16);
    assertThat(elements(tracker)).containsExactly(0);
    aten._ampUpdateScale_(scale, tracker, vector(DType.FLOAT32, 1), 2, 0.5, 2);
    assertThat(elements(scale)).containsExactly(8);
  }
}
