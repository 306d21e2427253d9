package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.allocated;
import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.rule.ActivationRules;
import jackfield.aten.rule.IndexingRules;
import jackfield.aten.rule.linalg.LinearAlgebraRules;
import jackfield.aten.rule.loss.LikelihoodRules;
import jackfield.aten.rule.reduction.ReductionRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The rules of operators that take whole tensors, and of reductions that throw. */
class TensorRulesTest {
  private final Outputs outputs = new CopyByElement().outputs();
  private final Tensor matrix = floats(2, 3);
  private final Tensor target = HostData.empty(DType.INT64, 2);

  @Test
  void matricesMultiplyByRowsAndColumns() {
    wrongShape(() -> LinearAlgebraRules.mm(matrix, matrix));
    wrongShape(() -> LinearAlgebraRules.mm(matrix, floats(3)));
    wrongType(() -> LinearAlgebraRules.mm(matrix, HostData.empty(DType.FLOAT64, 3, 2)));
    wrongType(() -> LinearAlgebraRules.mm(bools(2, 2), bools(2, 2)));
    wrongShape(
        () -> LinearAlgebraRules.addmm(floats(4), matrix, floats(3, 2), Scalar.ONE, Scalar.ONE));
  }

  @Test
  void meansAreOfFloats() {
    wrongType(() -> ReductionRules.mean(target, null));
    assertThat(ReductionRules.mean(target, DType.FLOAT64).resultType()).isEqualTo(DType.FLOAT64);
    assertThat(ReductionRules.meanDim(matrix, longs(1), true, null).sizes()).containsExactly(2, 1);
  }

  @Test
  void extremesNeedElementsAndAnOrder() {
    invalid(() -> ReductionRules.amax(floats(2, 0), longs(), false));
    invalid(() -> ReductionRules.amax(floats(2, 0), longs(1), false));
    invalid(() -> ReductionRules.argmax(floats(2, 0), null, false));
    invalid(() -> ReductionRules.argmax(floats(2, 0), 1L, false));
    assertThat(ReductionRules.amax(floats(2, 0), longs(0), false).sizes()).containsExactly(0);
    wrongType(() -> ReductionRules.amax(HostData.empty(DType.COMPLEX64, 2), null, false));
    wrongType(() -> ReductionRules.argmax(bools(2), null, false));
    assertThat(ReductionRules.argmax(matrix, null, true).sizes()).containsExactly(1, 1);
  }

  @Test
  void softmaxIsOfFloats() {
    invalid(() -> ActivationRules.softmax(matrix, 2, false));
    wrongType(() -> ActivationRules.softmax(target, 0, false));
    wrongType(() -> ActivationRules.softmax(HostData.empty(DType.FLOAT16, 2), 0, true));
    assertThat(allocated(ActivationRules.logSoftmax(floats(), -1, false), outputs, 0).rank())
        .isZero();
  }

  @Test
  void gradientsOfSoftmaxHaveItsSizesAndType() {
    wrongShape(() -> ActivationRules.softmaxBackward(matrix, floats(2, 2), 1, DType.FLOAT32));
    wrongType(() -> ActivationRules.softmaxBackward(matrix, matrix, 1, DType.FLOAT64));
    assertThat(
            allocated(
                    ActivationRules.logSoftmaxBackward(matrix, matrix, 1, DType.FLOAT32),
                    outputs,
                    0)
                .sizes())
        .containsExactly(2, 3);
  }

  @Test
  void lossesHaveOneTargetForEachRow() {
    wrongShape(() -> loss(matrix, HostData.empty(DType.INT64, 3), null, 1));
    wrongShape(() -> loss(floats(2, 3, 4), target, null, 1));
    wrongShape(() -> loss(matrix, target, floats(2), 1));
    wrongType(() -> loss(matrix, floats(2), null, 1));
    wrongType(() -> loss(target, HostData.empty(DType.INT64), null, 1));
    wrongType(() -> loss(matrix, target, HostData.empty(DType.FLOAT64, 3), 1));
    invalid(() -> loss(matrix, target, null, 3));
  }

  @Test
  void lossesWithoutReductionHaveOneElementForEachRow() {
    assertThat(allocated(loss(matrix, target, null, 0), outputs, 0).sizes()).containsExactly(2);
    assertThat(allocated(loss(matrix, target, floats(3), 1), outputs, 0).rank()).isZero();
    Tensor one = HostData.empty(DType.INT64);
    assertThat(allocated(loss(floats(3), one, null, 0), outputs, 0).rank()).isZero();
    assertThat(allocated(loss(floats(3), one, null, 0), outputs, 1).rank()).isZero();
  }

  @Test
  void gradientsOfLossesHaveTheSizesOfTheScores() {
    Tensor sums = floats();
    OutputPlan plan = LikelihoodRules.nllLossBackward(sums, matrix, target, null, 1, -100, sums);

    assertThat(allocated(plan, outputs, 0).sizes()).containsExactly(2, 3);
    wrongShape(() -> LikelihoodRules.nllLossBackward(sums, matrix, target, null, 0, -100, sums));
    wrongShape(() -> LikelihoodRules.nllLossBackward(matrix, matrix, target, null, 1, -100, sums));
  }

  @Test
  void indexesAreAVectorOfIntegers() {
    assertThat(allocated(IndexingRules.indexSelect(matrix, -1, target), outputs, 0).sizes())
        .containsExactly(2, 2);
    wrongType(() -> IndexingRules.indexSelect(matrix, 0, floats(2)));
    wrongShape(() -> IndexingRules.indexSelect(matrix, 0, HostData.empty(DType.INT64, 1, 1)));
    wrongShape(() -> IndexingRules.indexSelect(floats(), 0, target));
    invalid(() -> IndexingRules.indexSelect(matrix, 2, target));
  }

  @Test
  void joinedTensorsAgreeInOtherDimensions() {
    assertThat(cat(0, matrix, floats(1, 3)).sizes()).containsExactly(3, 3);
    assertThat(cat(-1, matrix, floats(2, 1)).sizes()).containsExactly(2, 4);
    wrongShape(() -> cat(0, matrix, floats(2, 2)));
    wrongShape(() -> cat(0, matrix, floats(3)));
    wrongShape(() -> cat(0, matrix, floats()));
    invalid(() -> cat(2, matrix, matrix));
    invalid(() -> cat(0));
  }

  @Test
  void emptyVectorsAreLeftOutOfJoins() {
    assertThat(cat(0, floats(0), matrix, floats(0)).sizes()).containsExactly(2, 3);
    assertThat(cat(0, floats(0), floats(0)).sizes()).containsExactly(0);
  }

  @Test
  void joinsPromoteAndKeepChannelsLast() {
    Tensor images = floats(2, 3, 4, 5).alias(longs(2, 3, 4, 5), longs(60, 1, 15, 3), 0);

    assertThat(cat(0, matrix, HostData.empty(DType.FLOAT64, 1, 3)).dtype())
        .isEqualTo(DType.FLOAT64);
    assertThat(cat(0, images, images).strides()).containsExactly(60, 1, 15, 3);
    assertThat(cat(0, images, floats(2, 3, 4, 5)).strides()).containsExactly(60, 20, 5, 1);
  }

  @Test
  void joinsWriteIntoAnyTypeThatTheResultIsCastTo() {
    OutputPlan plan = IndexingRules.cat(new Tensor[] {matrix, matrix}, 0);
    Tensor half = HostData.empty(DType.FLOAT16, 0);

    plan.prepare(outputs, half);
    plan.finish();

    assertThat(half.sizes()).containsExactly(4, 3);
    wrongType(() -> plan.prepare(outputs, HostData.empty(DType.INT64, 0)));
  }

  private Tensor cat(long dim, Tensor... tensors) {
    return allocated(IndexingRules.cat(tensors, dim), outputs, 0);
  }

  private static OutputPlan loss(Tensor self, Tensor target, Tensor weight, long reduction) {
    return LikelihoodRules.nllLossForward(self, target, weight, reduction, -100);
  }

  private static Tensor floats(long... sizes) {
    return HostData.empty(DType.FLOAT32, sizes);
  }

  private static Tensor bools(long... sizes) {
    return HostData.empty(DType.BOOL, sizes);
  }

  private static void wrongShape(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ShapeMismatch.class);
  }

  private static void wrongType(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(TypeMismatch.class);
  }

  private static void invalid(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(InvalidArgument.class);
  }
}
