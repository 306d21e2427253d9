package jackfield.feature.autograd;

import static jackfield.feature.autograd.Recorder.grad;
import static jackfield.feature.autograd.Recorder.leaf;
import static jackfield.feature.autograd.Recorder.misuse;
import static jackfield.feature.autograd.Recorder.noGrad;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.context.Guard;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes in place of views and their bases, while gradients are recorded. */
@Tag("slow")
final class RecordedViewsTest {
  private static final Recorder RECORDER = new Recorder();
  private final Aten aten = RECORDER.aten;
  private final Tensor x = leaf(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);

  @Test
  void aChangeOfAViewReachesTheBase() {
    Tensor y = aten.add(x, 0);
    Tensor row = aten.select(y, 0, 1);
    aten.mul_(row, 3);
    RECORDER.backward(y);
    assertThat(grad(x)).containsExactly(1, 1, 1, 3, 3, 3);
  }

  @Test
  void aChangeOfTheBaseReachesItsViews() {
    Tensor y = aten.add(x, 0);
    Tensor row = aten.select(y, 0, 1);
    aten.mul_(y, 3);
    assertThat(row.isLeaf()).isFalse();
    RECORDER.backward(row);
    assertThat(grad(x)).containsExactly(0, 0, 0, 3, 3, 3);
  }

  @Test
  void aChangeOfOneViewReachesAnotherThatOverlaps() {
    Tensor y = aten.add(x, 0);
    Tensor row = aten.select(y, 0, 1);
    Tensor column = aten.select(y, 1, 0);
    aten.mul_(aten.view(row, 3, 1), 5);
    RECORDER.backward(column);
    assertThat(grad(x)).containsExactly(1, 0, 0, 5, 0, 0);
  }

  @Test
  void aViewOfATensorThatGetsAGradientByAChangeFollows() {
    Tensor base = HostData.tensor(new double[6], 2, 3);
    Tensor row = aten.select(base, 0, 1);
    aten.copy_(base, x);
    assertThat(row.requiresGrad()).isTrue();
    RECORDER.backward(row);
    assertThat(grad(x)).containsExactly(0, 0, 0, 1, 1, 1);
  }

  @Test
  void aConstantWrittenIntoAPartStopsItsGradient() {
    Tensor y = aten.add(x, 0);
    aten.zero_(aten.select(y, 1, 2));
    RECORDER.backward(y);
    assertThat(grad(x)).containsExactly(1, 1, 0, 1, 1, 0);
  }

  @Test
  void aViewMadeWhileGradientsWereOffIsNotChanged() {
    Tensor y = aten.mul(x, 2);
    Tensor view;
    try (Guard _ = noGrad()) {
      view = aten.select(y, 0, 0);
    }
    assertThat(view.requiresGrad()).isTrue();
    assertThat(view.isLeaf()).isTrue();
    assertThat(misuse(() -> aten.mul_(view, 2))).isEqualTo(Kind.NO_GRAD_VIEW_IN_PLACE);
    aten.mul_(y, 2);
    assertThat(misuse(() -> RECORDER.feature.edge(view))).isEqualTo(Kind.NO_GRAD_VIEW_IN_PLACE);
  }

  @Test
  void oneOfSeveralViewsIsNotChanged() {
    Tensor part = aten.unbind(aten.mul(x, 2))[0];
    assertThat(misuse(() -> aten.mul_(part, 2))).isEqualTo(Kind.MULTI_VIEW_IN_PLACE);
    assertThat(misuse(() -> aten.mul_(aten.view(part, 3), 2))).isEqualTo(Kind.MULTI_VIEW_IN_PLACE);
  }
}
