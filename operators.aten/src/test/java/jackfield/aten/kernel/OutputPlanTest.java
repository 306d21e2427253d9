package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.allocated;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.strided;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.rule.linalg.LinearAlgebraRules;
import jackfield.aten.rule.loss.LikelihoodRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

class OutputPlanTest {
  private final Outputs outputs = new CopyByElement().outputs();
  private final Tensor left = HostData.empty(DType.FLOAT32, 2, 3);
  private final Tensor right = HostData.empty(DType.FLOAT32, 3, 4);
  private final OutputPlan plan = LinearAlgebraRules.mm(left, right);

  @Test
  void newOutputsAreRowMajor() {
    Tensor out = allocated(plan, outputs, 0);

    assertThat(out.sizes()).containsExactly(2, 4);
    assertThat(out.strides()).containsExactly(4, 1);
    assertThat(out.dtype()).isEqualTo(DType.FLOAT32);
  }

  @Test
  void givenOutputsAreResizedWhenTheBodyHasWritten() {
    Tensor out = HostData.empty(DType.FLOAT32, 1);

    plan.prepare(outputs, out);
    assertThat(out.sizes()).containsExactly(1);
    assertThat(plan.output(0).sizes()).containsExactly(2, 4);
    plan.finish();

    assertThat(out.sizes()).containsExactly(2, 4);
    assertThat(out.storage().sizeBytes()).isGreaterThanOrEqualTo(8 * Float.BYTES);
  }

  @Test
  void givenOutputsOfTheRightSizesKeepTheirLayout() {
    Tensor out = strided(HostData.empty(DType.FLOAT32, 8), longs(2, 4), longs(1, 2));

    plan.prepare(outputs, out);

    assertThat(out.strides()).containsExactly(1, 2);
  }

  @Test
  void outputsThatMayOverlapThemselvesGetACopyInTheEnd() {
    Tensor memory = HostData.empty(DType.FLOAT32, 8);
    Tensor overlapping = strided(memory, longs(2, 4), longs(2, 1));
    plan.prepare(outputs, overlapping);
    assertThat(plan.output(0).storage()).isNotSameAs(memory.storage());

    OutputPlan third = LinearAlgebraRules.mm(left, right);
    Tensor twice = strided(memory, longs(2, 4), longs(1, 1));
    third.prepare(outputs, twice);
    assertThat(third.output(0).storage()).isNotSameAs(memory.storage());

    OutputPlan other = LinearAlgebraRules.mm(left, right);
    Tensor apart = strided(HostData.empty(DType.FLOAT32, 9), longs(2, 4), longs(5, 1));
    other.prepare(outputs, apart);
    assertThat(other.output(0)).isSameAs(apart);
  }

  @Test
  void givenOutputsOfAnotherTypeAreRefused() {
    assertThatThrownBy(() -> plan.prepare(outputs, HostData.empty(DType.FLOAT64, 2, 4)))
        .isInstanceOf(TypeMismatch.class);
  }

  @Test
  void outputsDoNotMeetInputs() {
    Tensor square = HostData.empty(DType.FLOAT32, 3, 3);
    Tensor part = right.alias(longs(2, 4), longs(4, 1), 4);

    assertThatThrownBy(() -> LinearAlgebraRules.mm(square, square).prepare(outputs, square))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> plan.prepare(outputs, part)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void selfIsWrittenInPlaceIfItIsReadAsSelfOnly() {
    Tensor self = HostData.empty(DType.FLOAT32, 2, 4);
    Tensor square = HostData.empty(DType.FLOAT32, 3, 3);
    Tensor row = HostData.empty(DType.FLOAT32, 4);

    addmm(self, left, right).prepareInPlace(outputs, self);

    assertThat(self.sizes()).containsExactly(2, 4);
    assertThatThrownBy(() -> addmm(square, square, square).prepareInPlace(outputs, square))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> addmm(row, left, right).prepareInPlace(outputs, row))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void twoOutputsAreCheckedBeforeEitherIsResized() {
    Tensor scores = HostData.empty(DType.FLOAT32, 2, 3);
    Tensor target = HostData.empty(DType.INT64, 2);
    OutputPlan loss = LikelihoodRules.nllLossForward(scores, target, null, 0, -100);
    Tensor out = HostData.empty(DType.FLOAT32, 5);
    Tensor total = HostData.empty(DType.FLOAT32, 5);

    assertThatThrownBy(() -> loss.prepare(outputs, out, HostData.empty(DType.FLOAT64)))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> loss.prepare(outputs, out, out)).isInstanceOf(InvalidArgument.class);
    assertThat(out.sizes()).containsExactly(5);

    loss.prepare(outputs, out, total);
    loss.finish();

    assertThat(out.sizes()).containsExactly(2);
    assertThat(total.rank()).isZero();
  }

  @Test
  void anOutputThatWouldGrowOverAnInputIsRefused() {
    Tensor memory = HostData.empty(DType.FLOAT32, 16);
    Tensor matrix = memory.alias(longs(2, 3), longs(3, 1), 4);
    Tensor out = memory.alias(longs(1), longs(1), 0);

    OutputPlan product = LinearAlgebraRules.mm(matrix, right);

    assertThatThrownBy(() -> product.prepare(outputs, out)).isInstanceOf(InvalidArgument.class);
    assertThat(out.sizes()).containsExactly(1);
  }

  @Test
  void anOutputWithGapsAmongAnInputsIsWrittenApart() {
    Tensor memory = HostData.empty(DType.FLOAT32, 12);
    Tensor evens = strided(memory, longs(2, 3), longs(6, 2));
    Tensor odds = memory.alias(longs(2, 3), longs(6, 2), 1);
    Tensor square = HostData.tensor(new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, 3, 3);
    HostData.forEachAddress(memory, address -> Elements.putDouble(DType.FLOAT32, address, 7));
    OutputPlan product = LinearAlgebraRules.mm(evens, square);

    product.prepare(outputs, odds);
    Tensor written = product.output(0);
    HostData.forEachAddress(written, address -> Elements.putDouble(DType.FLOAT32, address, 2));
    assertThat(HostData.floats(odds)).containsOnly(7);
    product.finish();

    assertThat(HostData.floats(odds)).containsOnly(2);
    assertThat(HostData.floats(evens)).containsOnly(7);
  }

  @Test
  void anOutputWithGapsThatIsAnInputUnderAnotherNameIsWrittenApart() {
    Tensor memory = HostData.empty(DType.FLOAT32, 18);
    Tensor evens = strided(memory, longs(3, 3), longs(6, 2));
    Tensor same = memory.alias(longs(3, 3), longs(6, 2), 0);
    Tensor square = HostData.empty(DType.FLOAT32, 3, 3);
    OutputPlan product = LinearAlgebraRules.mm(evens, square);
    OutputPlan sum = addmm(evens, same, square);
    OutputPlan alone = addmm(evens, square, square);

    product.prepare(outputs, same);
    assertThat(product.output(0).storage()).isNotSameAs(memory.storage());
    sum.prepareInPlace(outputs, evens);
    assertThat(sum.output(0).storage()).isNotSameAs(memory.storage());
    alone.prepareInPlace(outputs, evens);
    assertThat(alone.output(0)).isSameAs(evens);
  }

  @Test
  void inputsThatRepeatTheirElementsForEverAreRefused() {
    Tensor row = strided(HostData.empty(DType.FLOAT32, 1), longs(1, 1L << 40), longs(0, 0));
    Tensor column = strided(HostData.empty(DType.FLOAT32, 1), longs(1L << 40, 1), longs(0, 0));

    assertThatThrownBy(() -> LinearAlgebraRules.mm(row, column)).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void outputsThatNobodyAskedForAreAbsent() {
    OutputPlan masked = planned(null, new OutputSpec(DType.FLOAT32, longs(2)), null);

    masked.allocate(outputs);
    masked.finish();

    assertThat(masked.outputCount()).isEqualTo(3);
    assertThat(masked.output(0)).isNull();
    assertThat(masked.result(1).sizes()).containsExactly(2);
    assertThat(masked.result(2)).isNull();
  }

  @Test
  void stagedOutputsHaveTheirOwnTypeAndLayoutWhateverIsGiven() {
    OutputSpec columns = new OutputSpec(DType.FLOAT64, longs(2, 3)).withStrides(longs(1, 2));
    OutputPlan staged = planned(columns.castable().staged());
    Tensor out = HostData.empty(DType.FLOAT32, 2, 3);

    staged.prepare(outputs, out);
    Tensor written = staged.output(0);
    assertThat(written.dtype()).isEqualTo(DType.FLOAT64);
    assertThat(written.strides()).containsExactly(1, 2);
    HostData.forEachAddress(written, address -> Elements.putDouble(DType.FLOAT64, address, 5));
    staged.finish();

    assertThat(staged.result(0)).isSameAs(out);
    assertThat(HostData.floats(out)).containsOnly(5);
  }

  @Test
  void stagedOutputsThatFitAreWrittenDirectly() {
    OutputPlan staged = planned(new OutputSpec(DType.FLOAT32, longs(2, 3)).staged());
    Tensor out = HostData.empty(DType.FLOAT32, 2, 3);

    staged.prepare(outputs, out);

    assertThat(staged.output(0)).isSameAs(out);
  }

  @Test
  void aBodyCreatesOutputsWhoseSizesDependOnElements() {
    OutputPlan fresh = planned(OutputSpec.sizedByBody(DType.INT64));
    fresh.allocate(outputs);
    assertThat(fresh.create(0, 3, 2).strides()).containsExactly(2, 1);
    fresh.finish();
    assertThat(fresh.result(0).sizes()).containsExactly(3, 2);

    OutputPlan into = planned(OutputSpec.sizedByBody(DType.INT64));
    Tensor out = HostData.empty(DType.INT64, 1);
    into.prepare(outputs, out);
    into.create(0, 4);
    assertThat(out.sizes()).containsExactly(1);
    into.finish();
    assertThat(out.sizes()).containsExactly(4);
  }

  @Test
  void outputsThatNoBodyHasSizedAreRefused() {
    OutputPlan unknown = planned(OutputSpec.sizedByBody(DType.INT64));
    unknown.allocate(outputs);

    assertThatThrownBy(unknown::finish).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void noTwoOfThreeOutputsMayOverlap() {
    OutputSpec two = new OutputSpec(DType.FLOAT32, longs(2));
    Tensor first = HostData.empty(DType.FLOAT32, 2);

    assertThatThrownBy(() ->
            planned(two, two, two).prepare(outputs, first, HostData.empty(DType.FLOAT32, 2), first))
        .isInstanceOf(InvalidArgument.class);
  }

  private OutputPlan planned(OutputSpec... specs) {
    return OutputPlan.of("test", new Tensor[] {left, null}, specs);
  }

  private static OutputPlan addmm(Tensor self, Tensor mat1, Tensor mat2) {
    return LinearAlgebraRules.addmm(self, mat1, mat2, Scalar.ONE, Scalar.ONE);
  }
}
