package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.Drain;
import jackfield.dispatch.DrainVetoed;
import jackfield.dispatch.Pin;
import jackfield.dispatcher.impl.registry.LoanMemory;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.memory.BackendGone;
import jackfield.memory.MemoryInUse;
import jackfield.memory.TensorFate;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform.Removal.State;
import jackfield.tensor.Tensor;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.Version;

/** When a removal evacuates the tensors in the bundle's memory, and what a cancellation does. */
final class BundleRemovalTest {
  private static final DrainPolicy SOON = DrainPolicy.quarantine(Duration.ofMillis(100));
  private static final DrainPolicy LATE = DrainPolicy.quarantine(Duration.ofSeconds(30));

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final List<String> told = new ArrayList<>();

  static final Bundle BUNDLE =
      (Bundle)
          Proxy.newProxyInstance(
              BundleRemovalTest.class.getClassLoader(),
              new Class<?>[] {Bundle.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "getSymbolicName" -> "jackfield.backend.acme";
                    case "getVersion" -> Version.valueOf("1.0.0");
                    case "getBundleId" -> 1L;
                    case "getState" -> Bundle.ACTIVE;
                    case "getLocation" -> "file:acme.jar";
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  private BundleRemoval removal(LoanMemory backend, DrainPolicy policy) {
    return new BundleRemoval(
        BUNDLE,
        policy,
        whiteboard.exchange(List.of(backend), List.of()),
        new Steps(),
        bundle -> told.add("removed"),
        ServiceTransaction::complete);
  }

  /** A thread in a pinned region that began after the bundle's kernels were withdrawn. */
  private final class Latecomer implements AutoCloseable {
    private final CountDownLatch isInside = new CountDownLatch(1);
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final Thread thread = new Thread(this::stay, "latecomer");

    Latecomer() throws InterruptedException {
      thread.start();
      isInside.await();
    }

    private void stay() {
      try (Pin _ = dispatcher.pin()) {
        isInside.countDown();
        mayReturn.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      mayReturn.countDown();
      try {
        thread.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void tensorsAreEvacuatedAfterTheBundlesOwnWorkAndBeforeItIsRemoved() {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    backend.atRest = () -> told.add("rested with it on " + x.device());
    BundleRemoval removal =
        new BundleRemoval(
            BUNDLE,
            LATE,
            whiteboard.exchange(List.of(backend), List.of()),
            new Steps(),
            bundle -> told.add("removed with it on " + x.device()),
            ServiceTransaction::complete);
    assertThat(removal.conclude()).isEqualTo(State.REMOVED);
    assertThat(told).containsExactly("rested with it on acme", "removed with it on cpu");
    assertThat(removal.memory().text()).isEqualTo("1 tensor, 4 bytes evacuated to the host");
    assertThat(removal.memory().nanos()).isPositive();
  }

  @Test
  void tensorsWithTheRefusingPolicyKeepTheBundle() {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.VETO);
    BundleRemoval removal = removal(backend, SOON);
    Tensor x = backend.tensor(3); // made by a call that was inside
    MemoryInUse kept = catchThrowableOfType(MemoryInUse.class, removal::conclude);
    assertThat(kept.tensors()).isEqualTo(1);
    assertThat(removal.end()).isCompletedWithValue(State.RESTORED);
    assertThat(LoanMemory.text(x, "")).isEqualTo("3.0 acme");
    assertThat(whiteboard.plugged()).hasSize(1);
    assertThat(told).isEmpty();
  }

  @Test
  void nothingIsDecidedWhileACallMayKnowAnAddress() throws Exception {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    BundleRemoval removal = removal(backend, SOON);
    try (Latecomer _ = new Latecomer()) {
      assertThat(removal.conclude()).isEqualTo(State.QUARANTINED);
      assertThat(removal.report().verdict())
          .contains("addresses in its memory: thread latecomer is inside");
      assertThat(catchThrowableOfType(BackendGone.class, x::address).isUndecided()).isTrue();
      assertThat(backend.released).isZero();
    }
    assertThat(removal.end().get(Drain.DEADLINE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(State.REMOVED);
    assertThat(LoanMemory.text(x, "")).isEqualTo("3.0 cpu");
    assertThat(told).containsExactly("removed");
  }

  @Test
  void cancellingAQuarantinedRemovalKeepsTheTensors() throws Exception {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    BundleRemoval removal = removal(backend, SOON);
    try (Latecomer _ = new Latecomer()) {
      assertThat(removal.conclude()).isEqualTo(State.QUARANTINED);
      assertThat(removal.cancel()).isTrue();
    }
    assertThat(LoanMemory.text(x, "")).isEqualTo("3.0 acme");
    assertThat(backend.released).isZero();
    assertThat(told).isEmpty();
  }

  private LoanMemory restless(CountDownLatch rest) {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.EVACUATE);
    backend.atRest = rest::await;
    return backend;
  }

  @Test
  void restlessWorkIsAskedAgainUntilItIsIdle() throws Exception {
    CountDownLatch rest = new CountDownLatch(1);
    CountDownLatch requests = new CountDownLatch(2);
    LoanMemory backend = restless(rest);
    backend.atRest =
        () -> {
          requests.countDown();
          rest.await();
        };
    BundleRemoval removal = removal(backend, SOON);
    assertThat(removal.conclude()).isEqualTo(State.QUARANTINED);
    assertThat(removal.report().verdict()).startsWith("resident: its own work has not ended");
    assertThat(requests.await(Drain.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(removal.end()).isNotDone();
    assertThat(told).isEmpty();
    rest.countDown();
    assertThat(removal.end().get(Drain.DEADLINE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(State.REMOVED);
    assertThat(told).containsExactly("removed");
  }

  @Test
  void aRemovalWithEndlessWorkCanBeCancelled() throws Exception {
    BundleRemoval removal = removal(restless(new CountDownLatch(1)), SOON);
    assertThat(removal.conclude()).isEqualTo(State.QUARANTINED);
    assertThat(removal.cancel()).isTrue();
    assertThat(removal.end()).isCompletedWithValue(State.RESTORED);
    assertThat(whiteboard.plugged()).hasSize(1);
    assertThat(removal.cancel()).isFalse();
  }

  @Test
  void anUnexpectedFailureOfACancellationLeavesNoThreadWaiting() throws Exception {
    BundleRemoval removal =
        new BundleRemoval(
            BUNDLE,
            SOON,
            whiteboard.exchange(List.of(restless(new CountDownLatch(1))), List.of()),
            new Steps(),
            bundle -> told.add("removed"),
            reversed -> {
              throw new IllegalStateException("a listener's mistake");
            });
    assertThat(removal.conclude()).isEqualTo(State.QUARANTINED);
    assertThat(CompletableFuture.supplyAsync(removal::cancel)).succeedsWithin(Drain.DEADLINE);
    assertThat(removal.end()).isCompletedExceptionally();
    assertThat(told).isEmpty();
  }

  @Test
  void theReportNamesTheStageThatIsWaitedFor() throws Exception {
    CountDownLatch rest = new CountDownLatch(1);
    LoanMemory backend = restless(rest);
    Tensor _ = backend.tensor(3);
    BundleRemoval removal = removal(backend, SOON);
    assertThat(removal.conclude()).isEqualTo(State.QUARANTINED);
    try (Latecomer _ = new Latecomer()) {
      rest.countDown();
      while (!removal.report().verdict().contains("addresses in its memory")) {
        assertThat(removal.end()).isNotDone();
        Thread.onSpinWait();
      }
    }
    assertThat(removal.end().get(Drain.DEADLINE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(State.REMOVED);
  }

  @Test
  void anUnlimitedWaitForOwnWorkCanBeCancelled() {
    BundleRemoval removal = removal(restless(new CountDownLatch(1)), DrainPolicy.waiting());
    CompletableFuture<State> asked = CompletableFuture.supplyAsync(removal::conclude);
    while (removal.report().state() != State.QUIESCING) {
      Thread.onSpinWait();
    }
    assertThat(removal.cancel()).isTrue();
    assertThat(asked)
        .failsWithin(Drain.DEADLINE)
        .withThrowableThat()
        .withMessageContaining("cancelled");
    assertThat(whiteboard.plugged()).hasSize(1);
  }

  @Test
  void aDeadlineOfAllTimeEndsWithTheCalls() throws Exception {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.EVACUATE);
    BundleRemoval removal =
        removal(backend, DrainPolicy.quarantine(Duration.ofSeconds(Long.MAX_VALUE)));
    assertThat(removal.conclude()).isEqualTo(State.REMOVED);
    assertThat(told).containsExactly("removed");
  }

  @Test
  void aNegativeDeadlineCountsAsZero() throws Exception {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.EVACUATE);
    BundleRemoval removal =
        removal(backend, DrainPolicy.quarantine(Duration.ofSeconds(Long.MIN_VALUE)));
    try (Latecomer _ = new Latecomer()) {
      assertThat(removal.conclude()).isEqualTo(State.QUARANTINED);
    }
    assertThat(removal.end().get(Drain.DEADLINE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(State.REMOVED);
  }

  @Test
  void aVetoedDrainKeepsTheTensors() throws Exception {
    LoanMemory backend = LoanMemory.plugged(whiteboard, TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    BundleRemoval removal = removal(backend, DrainPolicy.veto(Duration.ofMillis(100)));
    try (Latecomer _ = new Latecomer()) {
      assertThat(catchThrowableOfType(DrainVetoed.class, removal::conclude))
          .hasMessageContaining("latecomer");
    }
    assertThat(LoanMemory.text(x, "")).isEqualTo("3.0 acme");
  }
}
