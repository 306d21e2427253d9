package jackfield.nn.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.nn.optim.SGD;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares each schedule with its closed form; PyTorch's own formulas are recursive. */
final class ScheduleTest {
  private static final double RATE = 0.8;
  private static final int STEPS = 25;

  private final Nn nn = LocalPlatform.SHARED.nn();
  private final SGD optimizer = nn.sgd(nn.linear(2, 1).parameters(), RATE);

  private double rate() {
    return optimizer.groups().get(0).lr();
  }

  private DynamicTest follows(
      String name, Function<SGD, LRScheduler> making, IntToDoubleFunction closedForm) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          SGD own = nn.sgd(nn.linear(2, 1).parameters(), RATE);
          LRScheduler schedule = making.apply(own);
          for (int step = 0; step < STEPS; step++) {
            assertThat(schedule.lastEpoch()).isEqualTo(step);
            assertThat(own.groups().get(0).lr())
                .as("step %d", step)
                .isCloseTo(closedForm.applyAsDouble(step), within(1e-12));
            schedule.step();
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> ratesFollowTheClosedForm() {
    return Stream.of(
        follows(
            "StepLR", o -> new StepLR(o, 4, 0.5), t -> RATE * Math.pow(0.5, Math.floorDiv(t, 4))),
        follows("ExponentialLR", o -> new ExponentialLR(o, 0.9), t -> RATE * Math.pow(0.9, t)),
        follows(
            "CosineAnnealingLR",
            o -> new CosineAnnealingLR(o, 7, 0.05),
            t -> 0.05 + (RATE - 0.05) * (1 + Math.cos(Math.PI * t / 7)) / 2),
        follows(
            "CosineAnnealingLR of one step",
            o -> new CosineAnnealingLR(o, 1),
            t -> t % 2 == 0 ? RATE : 0),
        follows(
            "LinearLR",
            o -> new LinearLR(o, 0.25, 1, 5),
            t -> RATE * (0.25 + 0.75 * Math.min(t, 5) / 5)),
        follows("LambdaLR", o -> new LambdaLR(o, t -> 1.0 / (1 + t)), t -> RATE / (1 + t)));
  }

  @Test
  void twoSchedulesMultiply() {
    LRScheduler warmUp = new LinearLR(optimizer, 0.5, 1, 2);
    LRScheduler decay = new ExponentialLR(optimizer, 0.9);
    for (int step = 0; step < 4; step++) {
      double expected = RATE * Math.min(1, 0.5 + 0.25 * step) * Math.pow(0.9, step);
      assertThat(rate()).isCloseTo(expected, within(1e-12));
      warmUp.step();
      decay.step();
    }
  }

  @Test
  void eachGroupKeepsItsOwnRate() {
    optimizer.add(nn.linear(2, 1).parameters()).lr(0.2);
    LRScheduler schedule = new LambdaLR(optimizer, t -> 1 - 0.5 * t);
    schedule.step();
    assertThat(schedule.lastLr()).containsExactly(RATE / 2, 0.1);
  }

  @Test
  void aScheduleContinuesFromASavedOptimizer() {
    LRScheduler before = new CosineAnnealingLR(optimizer, 9);
    for (int step = 0; step < 5; step++) {
      before.step();
    }
    SGD loaded = nn.sgd(nn.linear(2, 1).parameters(), 3);
    loaded.loadStateDict(optimizer.stateDict());
    LRScheduler after = new CosineAnnealingLR(loaded, 9);
    after.resumeAt(before.lastEpoch());
    before.step();
    after.step();
    assertThat(after.lastLr()).isEqualTo(before.lastLr());
  }

  @Test
  void aStepAfterTheLargestNumberOfStepsIsRefused() {
    LRScheduler schedule = new CosineAnnealingLR(optimizer, 9);
    schedule.resumeAt(Integer.MAX_VALUE);
    List<Double> rates = schedule.lastLr();
    InvalidArgument error = catchThrowableOfType(InvalidArgument.class, schedule::step);
    assertThat(error.argument()).isEqualTo("last_epoch");
    assertThat(schedule.lastEpoch()).isEqualTo(Integer.MAX_VALUE);
    assertThat(schedule.lastLr()).isEqualTo(rates);
  }

  @Test
  void aWarmUpContinuesFromASavedOptimizer() {
    LRScheduler before = new LinearLR(optimizer, 0.25, 1, 5);
    for (int step = 0; step < 7; step++) {
      before.step();
    }
    SGD loaded = nn.sgd(nn.linear(2, 1).parameters(), 3);
    loaded.loadStateDict(optimizer.stateDict());
    LRScheduler after = new LinearLR(loaded, 0.25, 1, 5);
    after.resumeAt(before.lastEpoch());
    before.step();
    after.step();
    assertThat(after.lastLr()).isEqualTo(before.lastLr());
  }

  @Test
  void aPlateauReducesTheRateAfterThePatience() {
    ReduceLROnPlateau schedule =
        new ReduceLROnPlateau(optimizer).factor(0.5).patience(2).cooldown(1).minLr(0.3);
    double[] metrics = {1, 0.9, 0.9, 0.95, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.9, 0.9, 0.9};
    double[] rates = {.8, .8, .8, .8, .4, .4, .4, .4, .3, .3, .3, .3, .3};
    for (int i = 0; i < metrics.length; i++) {
      schedule.step(metrics[i]);
      assertThat(rate()).as("after %d", i).isEqualTo(rates[i]);
    }
    assertThat(schedule.best()).isEqualTo(0.8);
  }

  @Test
  void aSmallImprovementCountsAsNone() {
    ReduceLROnPlateau schedule = new ReduceLROnPlateau(optimizer).patience(0).factor(0.5);
    schedule.step(1);
    schedule.step(0.99995); // less than a share of 1e-4
    assertThat(rate()).isEqualTo(RATE / 2);
    ReduceLROnPlateau rising =
        new ReduceLROnPlateau(optimizer).whenItRises().patience(0).absoluteThreshold(0.1);
    rising.step(1);
    rising.step(1.2);
    assertThat(rate()).isEqualTo(RATE / 2);
    rising.step(1.25);
    assertThat(rate()).isCloseTo(RATE / 20, within(1e-15));
  }

  private static String refused(Runnable action) {
    return catchThrowableOfType(InvalidArgument.class, action::run).argument();
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    assertThat(refused(() -> new StepLR(optimizer, 0, 0.1))).isEqualTo("step_size");
    assertThat(refused(() -> new CosineAnnealingLR(optimizer, 0))).isEqualTo("T_max");
    assertThat(refused(() -> new LinearLR(optimizer, 0, 1, 5))).isEqualTo("start_factor");
    assertThat(refused(() -> new LinearLR(optimizer, 1, 2, 5))).isEqualTo("end_factor");
    assertThat(refused(() -> new ReduceLROnPlateau(optimizer).factor(1))).isEqualTo("factor");
    for (double wrong : new double[] {-0.5, Double.NaN}) {
      ReduceLROnPlateau plateau = new ReduceLROnPlateau(optimizer);
      assertThat(refused(() -> plateau.relativeThreshold(wrong))).isEqualTo("threshold");
      assertThat(refused(() -> plateau.absoluteThreshold(wrong))).isEqualTo("threshold");
      assertThat(refused(() -> plateau.minLr(wrong))).isEqualTo("min_lr");
      assertThat(refused(() -> new ExponentialLR(optimizer, wrong))).isEqualTo("gamma");
      assertThat(refused(() -> new StepLR(optimizer, 1, wrong))).isEqualTo("gamma");
      assertThat(refused(() -> new CosineAnnealingLR(optimizer, 3, wrong))).isEqualTo("eta_min");
    }
  }

  @Test
  void aStepWhoseRateIsRefusedChangesNothing() {
    optimizer.add(nn.linear(2, 1).parameters()).lr(1e308);
    LRScheduler schedule = new ExponentialLR(optimizer, 10);
    assertThat(refused(schedule::step)).isEqualTo("lr"); // infinite in the second group
    assertThat(schedule.lastLr()).containsExactly(RATE, 1e308);
    assertThat(schedule.lastEpoch()).isZero();
  }

  @Test
  void aStepWhoseFunctionThrowsChangesNothing() {
    optimizer.add(nn.linear(2, 1).parameters()).lr(0.2);
    int[] calls = {0};
    LRScheduler schedule =
        new LambdaLR(
            optimizer,
            t -> {
              if (++calls[0] == 4) {
                throw new IllegalStateException("mine");
              }
              return 1 - 0.5 * t;
            });
    assertThatIllegalStateException().isThrownBy(schedule::step).withMessage("mine");
    assertThat(schedule.lastLr()).containsExactly(RATE, 0.2);
    assertThat(schedule.lastEpoch()).isZero();
    schedule.step();
    assertThat(schedule.lastLr()).containsExactly(RATE / 2, 0.1);
  }
}
