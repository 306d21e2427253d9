package jackfield.feature.autograd.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.feature.autograd.HandArithmetic;
import jackfield.feature.autograd.HandTape;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

final class BackwardEngineTest {
  private final HandTape tape = new HandTape();
  private final HandArithmetic arithmetic = new HandArithmetic();
  private final BackwardEngine engine = new BackwardEngine(tape.cell, tape.histories, arithmetic);
  private final Tensor x = HandArithmetic.of(2, 3).requiresGradient();
  private final Tensor w = HandArithmetic.of(5, 7).requiresGradient();

  private static double[] grad(Tensor tensor) {
    return HostData.doubles(tensor.grad());
  }

  private static AutogradMisuse.Kind misuse(Runnable action) {
    return catchThrowableOfType(AutogradMisuse.class, action::run).kind();
  }

  @Test
  void leavesGetTheGradientOfEachUse() {
    engine.backward(tape.sum(tape.add(tape.mul(x, w), tape.mul(x, x))));
    assertThat(grad(x)).containsExactly(5 + 4, 7 + 6);
    assertThat(grad(w)).containsExactly(2, 3);
  }

  @Test
  void aSecondRunAddsToTheFirst() {
    engine.backward(tape.sum(tape.add(x, x)));
    int version = x.grad().version();
    engine.backward(tape.sum(tape.add(x, x)));
    assertThat(grad(x)).containsExactly(4, 4);
    assertThat(x.grad().version()).isEqualTo(version + 1);
  }

  @Test
  void whatWasRecordedLaterRunsEarlier() {
    Tensor early = tape.mul(x, w);
    Tensor late = tape.add(x, w);
    engine.backward(tape.sum(tape.mul(early, late)));
    assertThat(tape.ran).containsExactly("sum", "mul", "add", "mul");
  }

  @Test
  void aNodeWaitsForAllItsGradients() {
    Tensor shared = tape.mul(x, x);
    Tensor once = tape.add(shared, w);
    engine.backward(tape.sum(tape.mul(once, shared)));
    assertThat(tape.ran).containsExactly("sum", "mul", "add", "mul");
  }

  @Test
  void aSecondRunOfAReleasedGraphIsRefused() {
    Tensor loss = tape.sum(tape.mul(x, w));
    engine.backward(loss);
    assertThat(misuse(() -> engine.backward(loss))).isEqualTo(AutogradMisuse.Kind.BACKWARD_TWICE);
  }

  @Test
  void aRetainedGraphRunsAgain() {
    Tensor loss = tape.sum(tape.mul(x, w));
    engine.backward(GradientRequest.of(loss).retainingGraph());
    engine.backward(loss);
    assertThat(grad(x)).containsExactly(10, 14);
  }

  @Test
  void aGraphThatSavedNothingMayRunTwice() {
    Tensor loss = tape.sum(tape.add(x, w));
    engine.backward(loss);
    engine.backward(loss);
    assertThat(grad(x)).containsExactly(2, 2);
  }

  @Test
  void severalElementsNeedAGradientToStartWith() {
    Tensor y = tape.mul(x, w);
    assertThat(misuse(() -> engine.backward(y))).isEqualTo(AutogradMisuse.Kind.NON_SCALAR);
    Tensor wrong = HandArithmetic.of(1, 2, 3);
    assertThat(misuse(() -> engine.backward(GradientRequest.of(y).from(wrong))))
        .isEqualTo(AutogradMisuse.Kind.GRAD_SHAPE);
    engine.backward(GradientRequest.of(y).from(HandArithmetic.of(10, 100)));
    assertThat(grad(x)).containsExactly(50, 700);
  }

  @Test
  void asManyStartsAsOutputsAreExpected() {
    Tensor y = tape.mul(x, w);
    GradientRequest request = GradientRequest.of(y).from(null, null);
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> engine.backward(request)))
        .extracting(InvalidArgument::argument)
        .isEqualTo("gradients");
  }

  @Test
  void anOutputWithoutGraphIsRefused() {
    assertThat(misuse(() -> engine.backward(HandArithmetic.of(1))))
        .isEqualTo(AutogradMisuse.Kind.NO_GRAPH);
  }

  @Test
  void gradLeavesTheLeavesAlone() {
    Tensor loss = tape.sum(tape.mul(x, w));
    assertThat(engine.grad(GradientRequest.of(loss).withRespectTo(w)))
        .singleElement()
        .satisfies(gradient -> assertThat(HostData.doubles(gradient)).containsExactly(2, 3));
    assertThat(x.grad()).isNull();
    assertThat(w.grad()).isNull();
  }

  @Test
  void gradOfAnIntermediateResultRunsOnlyWhatLeadsThere() {
    Tensor middle = tape.mul(x, w);
    Tensor loss = tape.sum(tape.add(middle, middle));
    assertThat(engine.grad(GradientRequest.of(loss).withRespectTo(middle)))
        .singleElement()
        .satisfies(gradient -> assertThat(HostData.doubles(gradient)).containsExactly(2, 2));
    assertThat(tape.ran).containsExactly("sum", "add");
  }

  @Test
  void anUnusedInputIsAnErrorUnlessAllowed() {
    Tensor loss = tape.sum(tape.add(x, x));
    GradientRequest request = GradientRequest.of(loss).withRespectTo(x, w).retainingGraph();
    assertThat(misuse(() -> engine.grad(request))).isEqualTo(AutogradMisuse.Kind.UNUSED);
    assertThat(engine.grad(request.allowingUnused()).get(1)).isNull();
  }

  @Test
  void backwardWithInputsReachesThemOnly() {
    Tensor middle = tape.mul(x, w);
    engine.backward(GradientRequest.of(tape.sum(middle)).withRespectTo(w, middle));
    assertThat(grad(w)).containsExactly(2, 3);
    assertThat(grad(middle)).containsExactly(1, 1);
    assertThat(x.grad()).isNull();
  }

  @Test
  void broadcastGradientsAreSummed() {
    Tensor one = HandArithmetic.of(4).requiresGradient();
    Tensor sum = tape.add(HandArithmetic.of(1, 1), one);
    engine.backward(GradientRequest.of(sum).from(HandArithmetic.of(3, 4)));
    assertThat(grad(one)).containsExactly(7);
  }

  @Test
  void leavesThatShareAGradientEachGetACopy() {
    engine.backward(tape.sum(tape.add(x, w)));
    assertThat(x.grad().storage()).isNotSameAs(w.grad().storage());
    assertThat(arithmetic.copies).isEqualTo(2);
  }

  @Test
  void aLeafKeepsAGradientThatNobodyElseHolds() {
    engine.backward(tape.sum(tape.mul(x, w)));
    assertThat(arithmetic.copies).isZero();
  }

  @Test
  void gradientsInBetweenGiveTheirMemoryBackAtOnce() {
    Tensor large = HandArithmetic.of(new double[2000]).requiresGradient();
    Tensor middle = tape.mul(large, large);
    Tensor start = HandArithmetic.of(new double[2000]);
    engine.backward(GradientRequest.of(tape.mul(middle, middle)).from(start));
    assertThat(arithmetic.sums).hasSize(2).first().matches(sum -> sum.storage().isClosed());
    assertThat(large.grad().storage().isClosed()).isFalse();
    assertThat(start.storage().isClosed()).isFalse();
    assertThat(middle.storage().isClosed()).isFalse();
  }

  @Test
  void aGradientFromTheCallerIsNeverChanged() {
    Tensor start = HandArithmetic.of(1, 1);
    engine.backward(GradientRequest.of(tape.add(x, x)).from(start));
    assertThat(HostData.doubles(start)).containsExactly(1, 1);
    assertThat(grad(x)).containsExactly(2, 2);
  }

  @Test
  void outputsThatNobodyUsedBringNoGradient() {
    Tensor[] parts = tape.split(x);
    engine.backward(tape.sum(tape.mul(parts[0], w)));
    assertThat(grad(x)).containsExactly(5, 7);
  }

  @Test
  void aDeepGraphNeedsNoDeepStack() {
    Tensor y = x;
    for (int i = 0; i < 50_000; i++) {
      y = tape.add(y, w);
    }
    Tensor loss = tape.sum(y);
    assertThat(engine.grad(GradientRequest.of(loss).withRespectTo(x))).hasSize(1);
    engine.backward(loss);
    assertThat(grad(w)).containsExactly(50_000, 50_000);
  }

  @Test
  void graphsOfAStoppedBundleSayWhenItLeft() {
    Tensor loss = tape.sum(tape.mul(x, w));
    tape.cell.withdraw();
    assertThat(catchThrowableOfType(FeatureGone.class, () -> engine.backward(loss)).removedAt())
        .isNotNull();
    HandTape next = new HandTape();
    BackwardEngine after = new BackwardEngine(next.cell, next.histories, arithmetic);
    assertThat(catchThrowableOfType(FeatureGone.class, () -> after.backward(loss))).isNotNull();
    after.backward(next.sum(next.mul(x, w)));
    assertThat(grad(x)).containsExactly(5, 7);
  }
}
