package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One state for a call or a region, and nobody inside what was closed. */
final class GenerationTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  @BeforeEach
  void define() {
    dispatcher.commit(Provenance.of("library"), c -> c.define(Concat.TYPE.schema()));
    register((self, text) -> text + "first");
  }

  private Registration register(Concat.Kernel kernel) {
    return dispatcher.commit(
        Provenance.of("kernel"),
        changes ->
            changes.kernel(
                Concat.TYPE.name(), DispatchKey.CPU, KernelFunction.typed(Concat.TYPE, kernel)));
  }

  @Test
  void aPinnedRegionSeesOneState() {
    try (Pin pin = dispatcher.pin()) {
      assertThat(pin.epoch()).isPositive();
      register((self, text) -> text + "second");
      assertThat(concat.call(x, "")).isEqualTo("first");
    }
    assertThat(concat.call(x, "")).isEqualTo("second");
  }

  @Test
  void aRegionMayLieInAnother() {
    try (Pin outer = dispatcher.pin();
        Pin inner = dispatcher.pin()) {
      assertThat(inner.epoch()).isEqualTo(outer.epoch());
    }
    assertThat(Internals.EPOCHS.oldestInside()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void closingWaitsForTheCallInside() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Registration slow =
        register((self, text) -> {
          entered.countDown();
          await(leave);
          return "slow";
        });
    CompletableFuture<String> call = CompletableFuture.supplyAsync(() -> concat.call(x, ""));
    await(entered);
    Drain drain = slow.withdraw();
    assertThat(concat.call(x, "")).isEqualTo("first");
    assertThat(drain.await(Duration.ofMillis(20))).isFalse();
    assertThat(drain.inside())
        .singleElement()
        .satisfies(inside -> assertThat(inside.operator()).isEqualTo("t::concat"));
    leave.countDown();
    assertThat(drain.await(Duration.ofSeconds(10))).isTrue();
    assertThat(call.get(10, TimeUnit.SECONDS)).isEqualTo("slow");
  }

  @Test
  void closingFromInsideTheCallDoesNotWaitForItself()
      throws ExecutionException, InterruptedException, TimeoutException {
    AtomicReference<Registration> own = new AtomicReference<>();
    own.set(
        register((self, text) -> {
          own.get().close();
          return own.get().withdraw().isDone() ? "done" : "pending";
        }));
    assertThat(concat.call(x, "")).isEqualTo("pending");
    own.get().withdraw().completion().get(10, TimeUnit.SECONDS);
    assertThat(concat.call(x, "")).isEqualTo("first");
  }

  @Test
  void noCallerSeesAClosedKernelOrHalfACommit() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<CompletableFuture<Long>> callers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      callers.add(CompletableFuture.supplyAsync(() -> callUntil(stop)));
    }
    for (int round = 0; round < 2_000; round++) {
      AtomicBoolean gone = new AtomicBoolean();
      Registration registration =
          register((self, text) -> gone.get() ? "entered after close" : "first");
      registration.close();
      gone.set(true);
    }
    stop.set(true);
    for (CompletableFuture<Long> caller : callers) {
      assertThat(caller.get(10, TimeUnit.SECONDS)).isPositive();
    }
  }

  private long callUntil(AtomicBoolean stop) {
    long calls = 0;
    while (!stop.get() || calls == 0) {
      String answer = concat.call(x, "");
      if (!answer.equals("first")) {
        throw new AssertionError(answer);
      }
      calls++;
    }
    return calls;
  }

  @Test
  void contextsOfThreadsThatEndedHoldNobodyUp() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      Thread.startVirtualThread(() -> concat.call(x, "")).join();
    }
    Registration registration = register((self, text) -> "second");
    assertThat(registration.withdraw().await(Duration.ofSeconds(10))).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while waiting", e);
    }
  }
}
