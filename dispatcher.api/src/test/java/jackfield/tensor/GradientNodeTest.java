package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.context.DispatchContext;
import jackfield.key.KeySets;
import org.junit.jupiter.api.Test;

final class GradientNodeTest {
  private final GradientRuntime runtime = new GradientRuntime("the bundle", new NamesOnly());
  private final Tensor x = HostData.tensor(new float[] {1, 2}, 2);

  private static final class NamesOnly implements GradientRuntime.Runner {
    @Override
    public Tensor[] run(GradientNode node, Tensor[] gradients, GradientRuntime.Wanted wanted) {
      return gradients;
    }

    @Override
    public String formulaName(int formula) {
      return "f" + formula;
    }
  }

  private GradientNode node(Object... saved) {
    return new GradientNode(runtime, 7, 1, 1, new GradientEdge[1], saved);
  }

  private static AutogradMisuse.Kind misuse(Runnable action) {
    return catchThrowableOfType(AutogradMisuse.class, action::run).kind();
  }

  @Test
  void aSavedTensorComesBackUnchanged() {
    assertThat(node(SavedTensor.of(x), 5L).tensor(0)).isSameAs(x);
  }

  @Test
  void aSavedTensorThatWasChangedInPlaceIsRefused() {
    GradientNode node = node(SavedTensor.of(x));
    x.storage().bumpVersion();
    assertThat(misuse(() -> node.tensor(0))).isEqualTo(AutogradMisuse.Kind.MODIFIED_SAVED);
  }

  @Test
  void releasingDropsTensorsAndKeepsNumbers() {
    GradientNode node = node(SavedTensor.of(x), 5L);
    node.release();
    assertThat(misuse(() -> node.tensor(0))).isEqualTo(AutogradMisuse.Kind.BACKWARD_TWICE);
    assertThat(node.value(1)).isEqualTo(5L);
  }

  @Test
  void releasingReachesTheNodesInside() {
    GradientNode inner = node(SavedTensor.of(x));
    GradientNode outer = node(inner);
    outer.release();
    assertThat(misuse(() -> inner.tensor(0))).isEqualTo(AutogradMisuse.Kind.BACKWARD_TWICE);
    assertThat(misuse(() -> outer.node(0))).isEqualTo(AutogradMisuse.Kind.BACKWARD_TWICE);
  }

  @Test
  void anInferenceTensorCannotBeSaved() {
    Tensor inference =
        Tensor.of(KeySets.ofInferenceTensor(1), x.dtype(), x.storage(), x.sizes(), x.strides(), 0);
    assertThat(misuse(() -> SavedTensor.of(inference))).isEqualTo(AutogradMisuse.Kind.INFERENCE);
    assertThat(misuse(inference::requiresGradient)).isEqualTo(AutogradMisuse.Kind.INFERENCE);
  }

  @Test
  void anEmptiedCellNamesTheUnpluggedBundleAndTheFormula() {
    runtime.withdraw();
    FeatureGone error = catchThrowableOfType(FeatureGone.class, runtime::runner);
    assertThat(error.removedAt()).isNotNull();
    assertThat(error).hasMessageContaining("the bundle");
    assertThat(node().name()).isEqualTo("formula 7");
  }

  @Test
  void onlyALeafCanStopRequiringGradients() {
    x.requiresGradient().requiresGradient(false);
    assertThat(x.requiresGrad()).isFalse();
    x.autogradSlot().setEdge(new GradientEdge(node(), 0, x));
    assertThat(x.isLeaf()).isFalse();
    assertThat(misuse(() -> x.requiresGradient(false)))
        .isEqualTo(AutogradMisuse.Kind.NOT_LEAF_FLAG);
  }

  @Test
  void aViewRequiresGradientsWithItsBaseAndIsStaleAfterAChange() {
    Tensor view = x.data();
    view.autogradSlot().setView(new ViewOrigin(x, ViewOrigin.Creation.DEFAULT, x.version()));
    assertThat(view.requiresGrad()).isFalse();
    x.requiresGradient();
    assertThat(view.requiresGrad()).isTrue();
    assertThat(view.isLeaf()).isTrue();
    x.storage().bumpVersion();
    assertThat(view.isLeaf()).isFalse();
  }

  @Test
  void eachThreadNumbersItsRecordings() {
    DispatchContext context = DispatchContext.current();
    long first = context.nextSequence();
    assertThat(context.nextSequence()).isEqualTo(first + 1);
  }
}
