package jackfield.feature.autograd;

import static jackfield.feature.autograd.Recorder.grad;
import static jackfield.feature.autograd.Recorder.leaf;
import static jackfield.feature.autograd.Recorder.misuse;
import static jackfield.feature.autograd.Recorder.noGrad;
import static jackfield.feature.autograd.Recorder.vector;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.DType;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is recorded for gradients, in which modes, and what is refused. */
@Tag("slow")
final class RecordingTest {
  private static final Recorder RECORDER = new Recorder();
  private final Aten aten = RECORDER.aten;
  private final Tensor x = leaf(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);

  private static Guard inference() {
    return DispatchContext.current().inference();
  }

  // ---- modes

  @Test
  void nothingIsRecordedWhileGradientsAreOff() {
    try (Guard _ = noGrad()) {
      assertThat(aten.mul(x, 2).requiresGrad()).isFalse();
      try (Guard _ = DispatchContext.current().gradients(true)) {
        assertThat(aten.mul(x, 2).requiresGrad()).isTrue();
      }
    }
    assertThat(aten.mul(x, 2).isLeaf()).isFalse();
  }

  @Test
  void inferenceTensorsStayOutsideForGood() {
    Tensor y;
    try (Guard _ = inference()) {
      y = aten.mul(x, 2);
      assertThat(aten.add_(y, 1)).isSameAs(y);
    }
    assertThat(y.isInference()).isTrue();
    assertThat(aten.view(y, 6).isInference()).isTrue();
    assertThat(misuse(() -> aten.mul(y, x))).isEqualTo(Kind.INFERENCE);
    assertThat(misuse(() -> aten.add_(y, 1))).isEqualTo(Kind.INFERENCE);
    assertThat(misuse(y::requiresGradient)).isEqualTo(Kind.INFERENCE);
    assertThat(aten.add(y, x).requiresGrad()).isTrue();
  }

  @Test
  void hostDataMadeInInferenceModeIsRefusedOutside() {
    Tensor y;
    try (Guard _ = inference()) {
      y = HostData.tensor(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
    }
    assertThat(y.isInference()).isTrue();
    assertThat(misuse(() -> aten.add_(y, x))).isEqualTo(Kind.INFERENCE);
    assertThat(misuse(y::requiresGradient)).isEqualTo(Kind.INFERENCE);
    Tensor plain = x.data();
    assertThat(misuse(() -> aten.addOut(plain, plain, y))).isEqualTo(Kind.INFERENCE);
    assertThat(misuse(() -> aten.mulOut(plain, Scalar.of(2), y))).isEqualTo(Kind.INFERENCE);
  }

  @Test
  void aViewMadeInInferenceModeIsNotChangedOutside() {
    Tensor y = aten.mul(x, 2);
    Tensor view;
    try (Guard _ = inference()) {
      view = aten.view(y, 6);
    }
    assertThat(misuse(() -> aten.mul_(view, 2))).isEqualTo(Kind.INFERENCE);
  }

  // ---- changes in place

  @Test
  void noTensorOfAListIsChangedIfOneIsALeaf() {
    Tensor other = aten.zerosLike(x);
    assertThat(misuse(() -> aten._foreachMul_(new Tensor[] {other, x}, Scalar.of(2))))
        .isEqualTo(Kind.LEAF_IN_PLACE);
    assertThat(other.version()).isZero();
  }

  @Test
  void aLeafIsNotChangedInPlaceUnlessGradientsAreOff() {
    assertThat(misuse(() -> aten.mul_(x, 2))).isEqualTo(Kind.LEAF_IN_PLACE);
    assertThat(misuse(() -> aten.zero_(aten.select(x, 0, 0)))).isEqualTo(Kind.LEAF_IN_PLACE);
    assertThat(x.version()).isZero();
    try (Guard _ = noGrad()) {
      aten.mul_(x, 2);
    }
    assertThat(x.version()).isEqualTo(1);
    assertThat(x.isLeaf()).isTrue();
  }

  @Test
  void aTensorWithoutGradientStartsToRequireOneWhenChanged() {
    Tensor sum = HostData.tensor(new double[6], 2, 3);
    aten.add_(sum, x);
    assertThat(sum.isLeaf()).isFalse();
    RECORDER.backward(sum);
    assertThat(grad(x)).containsOnly(1);
  }

  @Test
  void aSavedResultThatWasChangedIsNoticed() {
    Tensor y = aten.exp(x);
    aten.add_(y, 1);
    assertThat(misuse(() -> RECORDER.backward(y))).isEqualTo(Kind.MODIFIED_SAVED);
  }

  @Test
  void aChangeOfWhatNobodySavedIsHarmless() {
    Tensor y = aten.add(x, 1);
    aten.mul_(y, 3);
    RECORDER.backward(y);
    assertThat(grad(x)).containsOnly(3);
  }

  @Test
  void changesThatNeedTheOldValueKeepACopyOfIt() {
    Tensor w = vector(2, 2, 2);
    Tensor y = aten.add(x, 0);
    aten.mul_(y, w);
    RECORDER.backward(y);
    assertThat(grad(w)).containsExactly(5, 7, 9);
  }

  @Test
  void onlyTheInputsWhoseGradientIsWantedMakeOthersBeSaved() {
    Tensor factor = HostData.tensor(new double[] {2, 2, 2}, 3);
    Tensor y = aten.add(x, 0);
    Tensor product = aten.mul(y, factor);
    aten.zero_(y); // would be needed for the gradient of factor
    RECORDER.backward(product);
    assertThat(grad(x)).containsOnly(2);
  }

  // ---- detaching

  @Test
  void aDetachedTensorSharesMemoryAndNoGradient() {
    Tensor y = aten.detach(aten.mul(x, 2));
    assertThat(y.requiresGrad()).isFalse();
    assertThat(y.autograd()).isNull();
    aten.mul_(y, 2);
    assertThat(y.isLeaf()).isTrue();
  }

  @Test
  void aTensorIsDetachedInPlaceUnlessItIsAView() {
    Tensor y = aten.mul(x, 2);
    aten.detach_(y);
    assertThat(y.isLeaf()).isTrue();
    assertThat(y.version()).isZero();
    assertThat(misuse(() -> aten.detach_(aten.view(x, 6)))).isEqualTo(Kind.DETACH_VIEW);
  }

  // ---- operators without a gradient

  @Test
  void comparisonsAndConversionsToIntegersHaveNoGradient() {
    assertThat(aten.gt(x, 0).requiresGrad()).isFalse();
    assertThat(aten.to(x, DType.INT64).requiresGrad()).isFalse();
    assertThat(aten.zerosLike(x).requiresGrad()).isFalse();
    assertThat(aten.zerosLike(x).version()).isZero();
  }

  @Test
  void resultsWrittenToAGivenTensorHaveNoGradient() {
    Tensor out = HostData.tensor(new double[6], 2, 3);
    assertThat(misuse(() -> aten.addOut(x, x, out))).isEqualTo(Kind.NOT_DIFFERENTIABLE);
    try (Guard _ = noGrad()) {
      aten.addOut(x, x, out);
    }
    assertThat(out.version()).isEqualTo(1);
  }

  @Test
  void aWeightWithoutFormulaIsRefusedWhenItRequiresAGradient() {
    Tensor classes = HostData.tensor(new long[] {0, 1}, 2);
    assertThat(misuse(() -> aten.nllLoss(x, classes, vector(1, 1, 1))))
        .isEqualTo(Kind.NOT_DIFFERENTIABLE);
  }

  @Test
  void resultsThatPyTorchDoesNotDifferentiateAreRefused() {
    Tensor quotient = aten.floorDivide(x, 2.0);
    assertThat(quotient.requiresGrad()).isTrue();
    assertThat(misuse(() -> RECORDER.backward(quotient))).isEqualTo(Kind.NOT_DIFFERENTIABLE);
    assertThat(
            RECORDER
                .dispatcher
                .table(OperatorName.parse("aten::floor_divide"))
                .row(DispatchKey.AUTOGRAD_CPU))
        .extracting(TableReport.Row::reason)
        .isEqualTo(Resolution.Reason.AUTOGRAD);
  }

  @Test
  void eachTensorOfARefusedListHasAPlaceOfItsOwn() {
    Tensor[] list = {x, vector(1, 2)};
    Tensor[] sums = aten._foreachAdd(list, HostData.tensor(new double[] {3}), Scalar.ONE);
    Tensor both = aten.add(aten.sum(sums[0]), aten.sum(sums[1]));
    assertThat(misuse(() -> RECORDER.backward(both))).isEqualTo(Kind.NOT_DIFFERENTIABLE);
  }

  // ---- gradients

  @Test
  void aTransposedWeightKeepsItsGradientWithoutACopy() {
    Tensor weight = leaf(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4, 3);
    RECORDER.backward(aten.linear(x, weight));
    assertThat(weight.grad().strides()).containsExactly(weight.strides());
    assertThat(grad(weight)).containsExactly(5, 7, 9, 5, 7, 9, 5, 7, 9, 5, 7, 9);
  }

  @Test
  void aGradientHasTheTypeOfItsTensor() {
    Tensor single = HostData.tensor(new float[] {1, 2, 3}, 3).requiresGradient();
    RECORDER.backward(aten.mul(single, x));
    assertThat(single.grad().dtype()).isEqualTo(DType.FLOAT32);
    assertThat(grad(single)).containsExactly(5, 7, 9);
  }

  @Test
  void gradientsThatCreateAGraphRequireGradients() {
    Tensor y = aten.sum(aten.mul(x, x));
    RECORDER.feature.backward(GradientRequest.of(y).creatingGraph());
    assertThat(x.grad().requiresGrad()).isTrue();
  }

  @Test
  void ordinaryGradientsDoNot() {
    RECORDER.backward(aten.mul(x, x));
    assertThat(x.grad().requiresGrad()).isFalse();
    assertThat(x.grad().version()).isZero();
  }
}
