package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A new kernel is compared with the reference, where there is one. */
final class ReferenceCheckTest {
  private final SelfCheckScene scene = new SelfCheckScene();

  @Test
  void aCorrectedKernelAgreesWithTheReference() {
    SelfCheckScene.assertAgrees(
        scene.check(SelfCheckScene.twice(2), SelfCheckScene.twice(3), SelfCheckScene.twice(2)));
  }

  @Test
  void aMistakeThatTheOldKernelMadeTooIsAMistake() {
    assertThat(
            scene
                .check(SelfCheckScene.twice(2), SelfCheckScene.twice(3), SelfCheckScene.twice(3))
                .differences())
        .extracting(Difference::subject)
        .containsExactly("t::batches");
  }

  @Test
  void aKernelThatRanksHigherDoesNotAnswerForTheNewOne() {
    scene.whiteboard.plug(SelfCheckScene.twice(5), Provenance.of("better"), 7);
    assertThat(scene.check(SelfCheckScene.twice(2), SelfCheckScene.twice(3)).differences())
        .hasSize(1);
  }

  @Test
  void aSampleThatTheReferenceRefusesIsComparedWithTheOldKernel() {
    SelfCheckScene.assertAgrees(
        scene.check(SelfCheckScene.ofRank(7, 1), SelfCheckScene.twice(3), SelfCheckScene.twice(3)));
  }

  @Test
  void aDifferenceTellsTheArgumentsAndBothValues() {
    Difference difference =
        scene.check(SelfCheckScene.twice(2), SelfCheckScene.twice(4)).differences().getFirst();
    assertThat(difference.problem()).isEqualTo("gives other values");
    assertThat(difference.asked())
        .isEqualTo("self float32[3, 3] {0.1, 1.2900001, 0.61, 1.8000001, …}");
    assertThat(difference.expected()).isEqualTo("0.2 at [0, 0] of float32[3, 3]");
    assertThat(difference.found()).isEqualTo("0.4; 9 of 9 elements differ");
  }

  @Test
  void aKernelThatThrowsWhereTheReferenceAnswersIsADifference() {
    Difference difference =
        scene
            .check(SelfCheckScene.twice(2), SelfCheckScene.twice(3), SelfCheckScene.ofRank(7, 1))
            .differences()
            .getFirst();
    assertThat(difference.problem()).contains("refuses", "expected 7 dimensions");
    assertThat(difference.asked()).startsWith("self float32[3, 3]");
  }

  @Test
  void anOperatorThatOnlyTheOldBundleHasIsMissing() {
    CheckOutcome outcome =
        scene.check(
            SelfCheckScene.twice(2), SelfCheckScene.making(SelfCheckScene.MAKE, () -> 1, 3, 3));
    assertThat(outcome.missing())
        .extracting(Difference::subject)
        .containsExactly("t::batches at CPU");
    assertThat(outcome.isSame()).isFalse();
    assertThat(outcome.details()).contains("it has no kernel or definition of t::batches at CPU");
  }

  @Test
  void aFirstKernelIsComparedWithNothing() {
    CheckOutcome outcome = scene.checkAlone(SelfCheckScene.twice(2));
    assertThat(outcome.isSame()).isTrue();
    assertThat(outcome.text()).isEqualTo("0 of 0 operators agree; 1 were not compared");
  }

  @Test
  void aKernelBesideTheReferenceIsComparedWithIt() {
    scene.whiteboard.plug(SelfCheckScene.twice(2), Provenance.of("reference"), -100);
    assertThat(scene.checkAlone(SelfCheckScene.twice(3)).differences()).hasSize(1);
  }

  @Test
  void aKernelThatLacksAClassCannotRun() {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          throw new NoClassDefFoundError("acme/Loops");
        };
    CheckOutcome outcome =
        scene.checkAlone(new SelfCheckScene.One(SelfCheckScene.BATCHES, DispatchKey.CPU, kernel));
    assertThat(outcome.broken()).extracting(Difference::subject).containsExactly("t::batches");
    assertThat(outcome.details()).contains("cannot run", "acme/Loops");
  }

  @Test
  void aBundlesOwnResultThatNothingExpectsIsNotCompared() {
    scene.whiteboard.plug(new SelfCheckScene.Operators(), Provenance.of("operators"), 0);
    Offer added = Offer.of(SelfCheckScene.twice(2), Provenance.of("new"), 0);
    CheckOutcome outcome =
        new SelfChecks(scene.serving, scene.whiteboard.offers(), List.of(), List.of(added))
            .run(List.of(dispatcher -> Map.of("own", 1.0)));
    assertThat(outcome.text()).isEqualTo("0 of 0 operators agree; 1 were not compared");
    assertThat(outcome.skipped()).containsExactly("own");
  }
}
