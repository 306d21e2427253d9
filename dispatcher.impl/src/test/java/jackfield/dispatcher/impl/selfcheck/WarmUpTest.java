package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class WarmUpTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final OperatorName FIRST = OperatorName.parse("t::first");
  private static final OperatorName SECOND = OperatorName.parse("t::second");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Map<OperatorName, AtomicInteger> calls = new ConcurrentHashMap<>();

  private interface Body {
    /** Runs for the call with this number, from 1. */
    void run(int call, Tensor argument);
  }

  private void define(OperatorName operator, Body body) {
    AtomicInteger count = calls.computeIfAbsent(operator, _ -> new AtomicInteger());
    BoxedKernel kernel =
        (_, _, stack) -> {
          Tensor self = stack.tensor(stack.size() - 1);
          body.run(count.incrementAndGet(), self);
          stack.replace(1, self);
        };
    dispatcher.commit(
        Provenance.of("t"),
        changes -> {
          changes.define(OperatorSchema.parse(operator + "(Tensor self) -> Tensor"));
          changes.kernel(operator, DispatchKey.CPU, KernelFunction.boxed(kernel));
        });
  }

  private CheckOutcome warmUp(Duration budget, OperatorName... operators) {
    return warmUp(budget, WarmUp.PATIENCE, operators);
  }

  private CheckOutcome warmUp(Duration budget, Duration patience, OperatorName... operators) {
    return new WarmUp(dispatcher, SampleDevice.HOST, patience).run(List.of(operators), budget);
  }

  private int calls(OperatorName operator) {
    return calls.get(operator).get();
  }

  /** Computes for a while, since a test must not sleep. */
  private static void compute(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aKernelIsCalledUntilTheJvmHasSeenEnoughOfItInBothSizes() {
    AtomicInteger large = new AtomicInteger();
    define(
        FIRST,
        (_, self) -> {
          if (self.size(0) > Samples.SIDE) {
            large.incrementAndGet();
          }
        });
    define(SECOND, (_, _) -> {});

    assertThat(warmUp(LONG, FIRST).isSame()).isTrue();

    assertThat(calls(FIRST)).isEqualTo(2 * RepeatedCalls.MOST);
    assertThat(large).hasValue(RepeatedCalls.MOST);
    assertThat(calls(SECOND)).isZero();
  }

  @Test
  void theBudgetEndsTheCallsAndIsDividedAmongTheOperators() {
    define(FIRST, (_, _) -> compute(Duration.ofMillis(1)));
    define(SECOND, (_, _) -> compute(Duration.ofMillis(1)));
    long start = System.nanoTime();

    assertThat(warmUp(Duration.ofMillis(500), FIRST, SECOND).isSame()).isTrue();

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(500_000_000);
    assertThat(calls(FIRST)).isBetween(2, 500);
    assertThat(calls(SECOND)).isBetween(2, 500);
  }

  @Test
  void nothingIsCalledWithoutABudget() {
    define(FIRST, (_, _) -> {});

    assertThat(warmUp(Duration.ZERO, FIRST).isSame()).isTrue();

    assertThat(calls(FIRST)).isZero();
  }

  @Test
  void aSizeThatAKernelRefusesIsNoFinding() {
    define(
        FIRST,
        (_, self) -> {
          if (self.size(0) > Samples.SIDE) {
            throw new IllegalArgumentException("too large");
          }
        });

    assertThat(warmUp(LONG, FIRST).isSame()).isTrue();
    assertThat(calls(FIRST)).isGreaterThanOrEqualTo(RepeatedCalls.MOST);
  }

  @Test
  void aKernelThatFailsAfterSomeCallsIsADifference() {
    define(
        FIRST,
        (call, _) -> {
          if (call == 10) {
            throw new IllegalStateException("out of handles");
          }
        });
    define(SECOND, (_, _) -> {});

    CheckOutcome outcome = warmUp(LONG, FIRST, SECOND);

    assertThat(outcome.broken()).isEmpty();
    assertThat(outcome.differences()).hasSize(1);
    Difference failed = outcome.differences().getFirst();
    assertThat(failed.subject()).isEqualTo(FIRST.toString());
    assertThat(failed.problem()).contains("after 9 calls").contains("out of handles");
    assertThat(calls(SECOND)).isEqualTo(2 * RepeatedCalls.MOST);
  }

  @Test
  void aKernelWithoutItsClassIsBroken() {
    define(
        FIRST,
        (call, _) -> {
          throw new NoClassDefFoundError("acme/Loop");
        });

    CheckOutcome outcome = warmUp(LONG, FIRST);

    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.broken())
        .isNotEmpty()
        .allSatisfy(broken -> assertThat(broken.problem()).contains("acme/Loop"));
  }

  @Test
  void anInterruptedWarmUpLeavesNoThreadInAKernel() throws InterruptedException {
    CountDownLatch isEntered = new CountDownLatch(1);
    CountDownLatch isLeft = new CountDownLatch(1);
    define(
        FIRST,
        (_, _) -> {
          isEntered.countDown();
          awaitInterrupt(isLeft);
        });
    AtomicBoolean isInterrupted = new AtomicBoolean();
    Thread swapping =
        new Thread(
            () -> {
              warmUp(LONG, FIRST);
              isInterrupted.set(Thread.currentThread().isInterrupted());
            },
            "swapping");
    swapping.start();
    assertThat(isEntered.await(20, TimeUnit.SECONDS)).isTrue();

    swapping.interrupt();

    assertThat(swapping.join(Duration.ofSeconds(20))).isTrue();
    assertThat(isLeft.getCount()).isZero();
    assertThat(isInterrupted).isTrue();
  }

  @Test
  void aKernelThatDoesNotReturnEndsTheWarmUpAndIsBroken() throws InterruptedException {
    CountDownLatch isLeft = new CountDownLatch(1);
    define(
        FIRST,
        (call, _) -> {
          if (call == 5) {
            awaitInterrupt(isLeft);
          }
        });

    CheckOutcome outcome = warmUp(Duration.ofSeconds(2), Duration.ofMillis(500), FIRST);

    assertThat(outcome.broken()).hasSize(1);
    assertThat(outcome.broken().getFirst().subject()).isEqualTo(FIRST.toString());
    assertThat(outcome.broken().getFirst().problem()).contains("does not return");
    assertThat(isLeft.await(30, TimeUnit.SECONDS)).isTrue(); // the interrupt ended the wait
  }

  private static void awaitInterrupt(CountDownLatch isLeft) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      isLeft.countDown();
    }
  }
}
