package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A new kernel is compared with the one that it replaces. */
final class SelfChecksTest {
  private final SelfCheckScene scene = new SelfCheckScene();
  private int drawn; // numbers that the kernels of these tests draw without the generator

  @Test
  void anOperatorThatCreatesTheSameTensorAgrees() {
    SelfCheckScene.assertAgrees(
        scene.check(
            SelfCheckScene.making(SelfCheckScene.MAKE, () -> 1, 3, 3),
            SelfCheckScene.making(SelfCheckScene.MAKE, () -> 1, 3, 3)));
  }

  @Test
  void oneBitOfAMadeTensorIsAMistake() {
    CheckOutcome outcome =
        scene.check(
            SelfCheckScene.making(SelfCheckScene.MAKE, () -> 1, 3, 3),
            SelfCheckScene.making(SelfCheckScene.MAKE, () -> Math.nextUp(1f), 3, 3));
    assertThat(outcome.differences())
        .extracting(Difference::subject, Difference::problem)
        .containsExactly(tuple("t::make", "gives other values"));
    assertThat(outcome.text()).isEqualTo("0 of 1 operators agree");
  }

  @Test
  void unwrittenMemoryMayDiffer() {
    BoxedKernel kernel =
        (called, keys, stack) -> stack.replace(1, HostData.empty(DType.FLOAT32, 3, 3));
    SelfCheckScene.One empty =
        new SelfCheckScene.One(
            SelfCheckScene.MAKE, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, kernel);
    SelfCheckScene.assertAgrees(
        scene.check(empty, SelfCheckScene.making(SelfCheckScene.MAKE, () -> 5, 3, 3)));
  }

  @Test
  void anotherShapeOfSuchMemoryIsAMistake() {
    BoxedKernel kernel =
        (called, keys, stack) -> stack.replace(1, HostData.empty(DType.FLOAT32, 3, 3));
    SelfCheckScene.One empty =
        new SelfCheckScene.One(
            SelfCheckScene.MAKE, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, kernel);
    assertThat(
            scene
                .check(empty, SelfCheckScene.making(SelfCheckScene.MAKE, () -> 5, 9))
                .differences())
        .hasSize(1);
  }

  @Test
  void anOperatorForBatchesOnlyIsComparedWithBatches() {
    assertThat(scene.check(SelfCheckScene.ofRank(3, 1), SelfCheckScene.ofRank(3, 2)).differences())
        .extracting(Difference::subject, Difference::problem)
        .containsExactly(tuple("t::batches", "gives other values"));
  }

  @Test
  void anOperatorThatRefusesAllSamplesIsNotCompared() {
    assertThat(scene.check(SelfCheckScene.ofRank(7, 1), SelfCheckScene.ofRank(7, 2)).text())
        .isEqualTo("0 of 0 operators agree; 1 were not compared");
  }

  @Test
  void theSameNumbersFromASeedAgree() {
    SelfCheckScene.assertAgrees(
        scene.check(
            SelfCheckScene.drawing(SelfCheckScene::next),
            SelfCheckScene.drawing(SelfCheckScene::next)));
  }

  @Test
  void otherNumbersThatFollowFromTheSeedAgree() {
    SelfCheckScene.assertAgrees(
        scene.check(
            SelfCheckScene.drawing(SelfCheckScene::next),
            SelfCheckScene.drawing(generator -> 1 - SelfCheckScene.next(generator))));
  }

  @Test
  void numbersThatTheSeedDoesNotRepeatAreAMistake() {
    CheckOutcome outcome =
        scene.check(
            SelfCheckScene.drawing(SelfCheckScene::next),
            SelfCheckScene.drawing(generator -> ++drawn));
    assertThat(outcome.differences())
        .extracting(Difference::subject, Difference::problem)
        .containsExactly(tuple("t::draw_", "gives other values than its seed asks for"));
  }

  @Test
  void numbersThatNoSeedChangesAreAMistake() {
    assertThat(
            scene
                .check(
                    SelfCheckScene.drawing(SelfCheckScene::next),
                    SelfCheckScene.drawing(generator -> 0.5))
                .differences())
        .hasSize(1);
  }

  @Test
  void anOperatorThatDrawsFromASharedGeneratorIsNotCalled() {
    CheckOutcome outcome =
        scene.check(
            SelfCheckScene.making(SelfCheckScene.RAND, () -> ++drawn, 3, 3),
            SelfCheckScene.making(SelfCheckScene.RAND, () -> ++drawn, 3, 3));
    assertThat(drawn).isZero();
    assertThat(outcome.text()).isEqualTo("0 of 0 operators agree; 1 were not compared");
  }

  /** A backend with a counting kernel for each of two operators. */
  private record Counting(AtomicInteger batches, AtomicInteger draws) implements Backend {
    @Override
    public String device() {
      return "cpu";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.boxed(
          SelfCheckScene.BATCHES,
          DispatchKey.CPU,
          (_, _, stack) -> {
            batches.incrementAndGet();
            stack.replace(1, stack.tensor(stack.size() - 1));
          });
      kernels.boxed(
          SelfCheckScene.DRAW,
          DispatchKey.CPU,
          (_, _, stack) -> {
            draws.incrementAndGet();
            SelfCheckScene.draw(stack, SelfCheckScene::next);
          });
    }
  }

  private static Counting counting() {
    return new Counting(new AtomicInteger(), new AtomicInteger());
  }

  @Test
  void onlyOperatorsInUseAreWarmedUp() {
    Counting old = counting();
    scene.whiteboard.plug(new SelfCheckScene.Operators(), Provenance.of("operators"), 0);
    scene.whiteboard.plug(old, Provenance.of("old"), 0);
    Operator used = scene.serving.operator(SelfCheckScene.BATCHES.toString());
    Counting arriving = counting();
    SelfChecks checks =
        new SelfChecks(
            scene.serving,
            scene.whiteboard.offers(),
            List.of(old),
            List.of(Offer.of(arriving, Provenance.of("new"), 0)));
    assertThat(checks.run(List.of()).isSame())
        .isTrue(); // it also calls the scene.serving kernel of the other operator
    int batches = arriving.batches().get();
    int draws = arriving.draws().get();
    int oldBatches = old.batches().get();

    CheckOutcome outcome = checks.warmUp(Duration.ofMinutes(1));

    assertThat(outcome.isSame()).isTrue();
    assertThat(outcome.asked()).isEqualTo(1);
    assertThat(arriving.batches().get() - batches).isEqualTo(2 * RepeatedCalls.MOST);
    assertThat(arriving.draws()).hasValue(draws);
    assertThat(old.batches()).hasValue(oldBatches);
    assertThat(scene.serving.operator(SelfCheckScene.BATCHES.toString()))
        .isSameAs(used); // and so it is held until here
  }
}
