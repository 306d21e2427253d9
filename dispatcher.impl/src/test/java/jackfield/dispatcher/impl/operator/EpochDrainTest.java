package jackfield.dispatcher.impl.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.context.DispatchContext;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.lifecycle.DrainWait;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Provenance;
import jackfield.schema.OperatorSchema;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a wait for those inside ends, and what it costs. */
final class EpochDrainTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch leave = new CountDownLatch(1);
  private final Thread stayer = new Thread(this::stay, "stayer");
  private final AtomicInteger runs = new AtomicInteger();

  private void stay() {
    try (Pin pin = Pin.open()) {
      assertThat(pin.epoch()).isPositive();
      entered.countDown();
      leave.await();
    } catch (InterruptedException nobodyDoes) {
      throw new AssertionError("nobody interrupts it", nobodyDoes);
    }
  }

  @BeforeEach
  void enter() throws InterruptedException {
    stayer.start();
    assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void end() throws InterruptedException {
    boolean _ = Thread.interrupted();
    leave.countDown();
    stayer.join();
  }

  @Test
  void aDeadlineOfAnySizeIsAccepted() {
    EpochDrain drain = drain();
    assertThat(drain.await(Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    assertThat(drain.awaitUninterruptibly(Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    leave.countDown();
    assertThat(drain.await(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
  }

  private EpochDrain drain() {
    return new EpochDrain(Internals.EPOCHS.advance(), runs::incrementAndGet);
  }

  @Test
  void anInterruptedThreadDoesNotWaitAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    assertThat(drain().await(LONG)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(runs).hasValue(0);
  }

  @Test
  void anInterruptionEndsAWait() throws InterruptedException {
    boolean[] seen = new boolean[2];
    EpochDrain drain = drain();
    Thread waiting =
        new Thread(() -> {
          seen[0] = drain.await(Duration.ofDays(1));
          seen[1] = Thread.currentThread().isInterrupted();
        });
    waiting.start();
    Thread.State parked = Thread.State.TIMED_WAITING;
    while (waiting.getState() != parked && waiting.isAlive()) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    assertThat(waiting.join(LONG)).isTrue();
    assertThat(seen).containsExactly(false, true);
  }

  @Test
  void aClosedRegistrationHasNobodyInsideAlsoIfItsCloserIsInterrupted() throws Exception {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Registration registration =
        dispatcher.commit(
            Provenance.of("library"),
            changes -> changes.define(OperatorSchema.parse("t::four(Tensor x) -> str")));
    boolean[] seen = new boolean[2];
    Thread closer =
        new Thread(() -> {
          Thread.currentThread().interrupt();
          registration.close();
          seen[0] = registration.withdraw().isDone();
          seen[1] = Thread.currentThread().isInterrupted();
        });
    closer.start();
    while (closer.getState() != Thread.State.TIMED_WAITING && closer.isAlive()) {
      Thread.onSpinWait();
    }
    assertThat(closer.isAlive()).isTrue();
    leave.countDown();
    assertThat(closer.join(LONG)).isTrue();
    assertThat(seen).containsExactly(true, true);
  }

  @Tag("slow")
  @Test
  void aWaitTakesHardlyAnyProcessorTime() {
    assertThat(drain().await(Duration.ofMillis(200))).isFalse(); // loads and warms up
    long before = THREADS.getCurrentThreadCpuTime();
    assertThat(drain().await(Duration.ofSeconds(1))).isFalse();
    assertThat(THREADS.getCurrentThreadCpuTime() - before).isLessThan(15_000_000);
  }

  @Tag("slow")
  @Test
  void aQuarantineTakesHardlyAnyProcessorTime() {
    DrainWait wait = new DrainWait(drain());
    assertThat(wait.await(Duration.ofMillis(200), () -> false)).isFalse();
    long before = THREADS.getCurrentThreadCpuTime();
    assertThat(wait.await(Duration.ofSeconds(1), () -> false)).isFalse();
    assertThat(THREADS.getCurrentThreadCpuTime() - before).isLessThan(15_000_000);
  }

  @Test
  void aWaitBehindManyContextsAllocatesNothingPerContext() {
    var allocations = (com.sun.management.ThreadMXBean) THREADS;
    EpochDrain drain = drain();
    assertThat(drain.isDone()).isFalse();
    Thread[] others = new Thread[1_000];
    for (int i = 0; i < others.length; i++) {
      others[i] =
          Thread.startVirtualThread(() -> {
            boolean isOutside = DispatchContext.current().epoch() == 0;
            assertThat(isOutside).isTrue();
            join(stayer);
          });
    }
    long before = allocations.getCurrentThreadAllocatedBytes();
    int looks = 0;
    for (int i = 0; i < 1_000; i++) {
      looks += drain.isDone() ? 0 : 1;
    }
    long bytes = allocations.getCurrentThreadAllocatedBytes() - before;
    assertThat(looks).isEqualTo(1_000);
    assertThat(bytes).isLessThan(1_000 * 100);
    leave.countDown();
    for (Thread other : others) {
      join(other);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException nobodyDoes) {
      throw new AssertionError("nobody interrupts it", nobodyDoes);
    }
  }

  @Test
  void aThreadThatEndedInARegionHoldsNobodyUp() throws InterruptedException {
    leave.countDown();
    stayer.join();
    DispatchContext[] held = new DispatchContext[1]; // so that no collection helps
    Thread dead =
        Thread.startVirtualThread(() -> {
          held[0] = DispatchContext.current();
          held[0].enter(0);
        });
    dead.join();
    assertThat(Internals.EPOCHS.epochAcquire(held[0])).isPositive();
    EpochDrain drain = drain();
    assertThat(drain.isDone()).isTrue();
    assertThat(drain.inside()).isEmpty();
  }

  @Test
  void anActionWithoutMemoryRunsAgain() throws Exception {
    EpochDrain drain =
        new EpochDrain(
            Internals.EPOCHS.advance(),
            () -> {
              if (runs.incrementAndGet() == 1) {
                throw new OutOfMemoryError("expected");
              }
            });
    CompletableFuture<Void> completion = drain.completion();
    leave.countDown();
    completion.get(10, TimeUnit.SECONDS);
    assertThat(runs).hasValue(2);
    assertThat(drain.isDone()).isTrue();
  }

  @Test
  void anActionThatFailsEndsTheWaitWithWhatItThrew() {
    EpochDrain drain =
        new EpochDrain(
            Internals.EPOCHS.advance(),
            () -> {
              throw new IllegalStateException("expected");
            });
    CompletableFuture<Void> completion = drain.completion();
    leave.countDown();
    assertThat(completion).failsWithin(Drain.DEADLINE);
    assertThatThrownBy(completion::join).hasRootCauseInstanceOf(IllegalStateException.class);
  }
}
