package jackfield.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.dispatch.Pin;
import jackfield.error.InvalidArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which contexts are kept, and for how long. */
final class ContextsTest {
  private static final int ROUNDS = 1_000;
  private static final int AT_ONCE = 100;

  private final Contexts contexts = new Contexts();
  private final List<DispatchContext> held = new ArrayList<>(); // prevents their collection

  private static ThreadFactory factory(String kind) {
    return switch (kind) {
      case "platform" -> Thread.ofPlatform().factory();
      case "virtual" -> Thread.ofVirtual().factory();
      default -> task -> new JackfieldThread("jackfield", task);
    };
  }

  private void run(ThreadFactory factory, Runnable task) throws InterruptedException {
    Thread thread =
        factory.newThread(() -> {
          held.add(DispatchContext.current());
          task.run();
        });
    thread.start();
    thread.join();
  }

  private static void dieInside() {
    Pin pin = Pin.open();
    throw new IllegalStateException("expected: dies in epoch " + pin.epoch());
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform", "virtual", "jackfield"})
  void aThreadThatEndedInsideARegionIsOutside(String kind) throws InterruptedException {
    run(
        factory(kind),
        () -> {
          Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
          dieInside();
        });
    assertThat(held.getFirst().epochAcquire()).isPositive();
    long next = Epochs.advance();
    assertThat(held.getFirst().isInsideBefore(next)).isFalse();
    assertThat(Epochs.insideBefore(next)).isEmpty();
    assertThat(Epochs.anyInsideBefore(next)).isNull();
    assertThat(Epochs.oldestInside()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aPinIsClosedByItsOwnThread() throws InterruptedException {
    AtomicReference<Throwable> refused = new AtomicReference<>();
    try (Pin pin = Pin.open()) {
      run(factory("platform"), () -> refused.set(catchThrowable(pin::close)));
      assertThat(refused.get())
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("did not open the pin");
      assertThat(pin.epoch()).isPositive();
    }
  }

  @Test
  void theNextTraversalRemovesAThreadThatEnded() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      run(factory("virtual"), () -> contexts.add(DispatchContext.current()));
    }
    contexts.add(DispatchContext.current());
    List<DispatchContext> seen = new ArrayList<>();
    contexts.forEach(seen::add);
    assertThat(seen).containsExactly(DispatchContext.current());
    assertThat(contexts.size()).isEqualTo(1);
  }

  @Test
  void aThreadThatHasNotBegunIsKept() throws InterruptedException {
    DispatchContext[] inside = new DispatchContext[1];
    JackfieldThread thread =
        new JackfieldThread(
            "late",
            () -> {
              try (Pin pin = Pin.open()) {
                inside[0] = Epochs.anyInsideBefore(pin.epoch() + 1);
              }
            });
    assertThat(Epochs.oldestInside()).isEqualTo(Long.MAX_VALUE); // a traversal before the start
    thread.start();
    thread.join();
    assertThat(inside[0]).isSameAs(thread.context());
  }

  @Test
  void atMostTwiceTheLiveOfAHundredThousandVirtualThreadsAreKept() throws InterruptedException {
    int most = 0;
    for (int round = 0; round < ROUNDS; round++) {
      CountDownLatch all = new CountDownLatch(AT_ONCE);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        threads.add(
            Thread.startVirtualThread(() -> {
              contexts.add(DispatchContext.current());
              all.countDown();
            }));
      }
      all.await();
      for (Thread thread : threads) {
        thread.join();
      }
      most = Math.max(most, contexts.size());
    }
    assertThat(most).isLessThan(4 * AT_ONCE); // two rounds may overlap
  }

  @Test
  void registeringCostsTwoStepsOfATraversalOnAverage() {
    int registered = ROUNDS * AT_ONCE;
    DispatchContext own = DispatchContext.current(); // of a live thread: none is removed
    long steps = 0;
    for (int size = 1; size <= registered; size++) {
      contexts.add(own);
      steps += contexts.untilPruning() == size ? size : 0; // a traversal ran and kept all
    }
    assertThat(steps).isBetween((long) registered / 2, 2L * registered);
  }
}
