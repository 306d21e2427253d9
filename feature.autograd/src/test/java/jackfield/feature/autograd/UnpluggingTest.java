package jackfield.feature.autograd;

import static jackfield.feature.autograd.Recorder.grad;
import static jackfield.feature.autograd.Recorder.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

final class UnpluggingTest {
  private final Recorder recorder = new Recorder();
  private final Tensor x = vector(1, 2);

  private void unplug() {
    recorder.whiteboard.unplug(recorder.feature);
    recorder.feature.stop();
  }

  @Test
  void withoutTheFeatureEverythingStillComputes() {
    unplug();
    assertThat(recorder.aten.mul(x, x).requiresGrad()).isFalse();
  }

  @Test
  void aGraphThatOutlivesTheFeatureSaysWhenItLeft() {
    Tensor y = recorder.aten.mul(x, x);
    unplug();
    assertThat(catchThrowableOfType(FeatureGone.class, () -> recorder.backward(y)).removedAt())
        .isNotNull();
  }

  @Test
  void aFeatureThatWasNeverPluggedSaysSo() {
    FeatureGone error =
        catchThrowableOfType(FeatureGone.class, () -> new AutogradFeature().backward(x));
    assertThat(error.removedAt()).isNull();
  }

  @Test
  void pluggedAgainItRecordsOnTheSameLeaves() {
    recorder.backward(recorder.aten.mul(x, x));
    unplug();
    recorder.whiteboard.plug(recorder.feature, Provenance.of("feature.autograd"), 0);
    recorder.backward(recorder.aten.mul(x, x));
    assertThat(grad(x)).containsExactly(4, 8);
  }

  @Test
  void nothingThatOutlivesTheFeatureHoldsItsClasses() {
    Tensor y = recorder.aten.mul(x, x);
    recorder.aten.mul_(recorder.aten.select(y, 0, 0), 2);
    assertThat(y.autograd().edge().node().runtime()).isNotNull();
    for (int i = 0; i < 3; i++) {
      Object value = y.autograd().edge().node().value(i);
      assertThat(value.getClass().getPackageName()).startsWith("jackfield.tensor");
    }
  }

  // ---- operators without a formula

  private void defineTwice() {
    BoxedKernel kernel =
        (operator, keys, stack) -> {
          Tensor self = stack.tensor(stack.fromTop(1, 0));
          stack.drop(1);
          stack.push(self.data());
        };
    recorder.dispatcher.commit(
        Provenance.of("acme"),
        changes ->
            changes
                .define(OperatorSchema.parse("acme::twice(Tensor self) -> Tensor"))
                .kernel(
                    OperatorName.parse("acme::twice"),
                    DispatchKey.CPU,
                    KernelFunction.boxed(kernel)));
  }

  private Tensor twice(Tensor self) {
    Stack stack = new Stack().push(self);
    recorder.dispatcher.operator("acme::twice").callBoxed(stack);
    return stack.tensor(0);
  }

  @Test
  void anOperatorWithoutFormulaComputesAndRefusesToBeDifferentiated() {
    defineTwice();
    Tensor y = twice(x);
    assertThat(y.isLeaf()).isFalse();
    AutogradMisuse error = catchThrowableOfType(AutogradMisuse.class, () -> recorder.backward(y));
    assertThat(error.kind()).isEqualTo(AutogradMisuse.Kind.NOT_DIFFERENTIABLE);
    assertThat(error).hasMessageContaining("acme::twice");
    assertThat(twice(x.data()).requiresGrad()).isFalse();
  }
}
