package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Pin;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.platform.Caller;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Messages;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Backend;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** Backends are plugged and unplugged while other threads compute. */
@Tag("thorough")
@InsideFramework
class UnderFireIT {
  private static final int ROUNDS = 15;
  private static final String MARKING = "test.marking";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Dispatcher dispatcher;
  private Aten aten;
  private Path fast;
  private Path marking;
  private Tensor one;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    dispatcher = panel.dispatcher();
    aten = panel.aten();
    Path folder = TestFolder.named("fire");
    fast = BundleJar.copyOf(Distribution.backend("backend.cpu")).write(folder);
    marking =
        BundleJar.named(MARKING).component(Backend.class, MarkingBackend.class, 50).write(folder);
    one = HostData.tensor(new float[] {1}, 1);
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  /**
   * Plugs and unplugs {@code jar} repeatedly; between two changes both callers complete at least
   * one round.
   */
  private void plugUnder(List<Caller> callers, Path jar, String bundle) {
    for (int round = 0; round < ROUNDS; round++) {
      platform.plug(jar);
      callers.forEach(Caller::awaitWholeRound);
      platform.unplug(bundle);
      callers.forEach(Caller::awaitWholeRound);
    }
  }

  @Test
  void noCallFailsOrIsWrongWhileABackendComesAndGoes() {
    KnownSums sums = new KnownSums(aten);
    List<Caller> callers = Caller.two(sums::check);
    try (Caller first = callers.getFirst();
        Caller second = callers.getLast()) {
      plugUnder(List.of(first, second), fast, "backend.cpu");
    }
  }

  @Test
  void aPinnedRegionSeesOneGenerationFromBeginningToEnd() {
    AtomicLong marked = new AtomicLong();
    AtomicLong unmarked = new AtomicLong();
    List<Caller> callers =
        Caller.two(() -> (regionIsMarked() ? marked : unmarked).incrementAndGet());
    try (Caller first = callers.getFirst();
        Caller second = callers.getLast()) {
      plugUnder(List.of(first, second), marking, MARKING);
    }
    assertThat(marked.get()).isGreaterThanOrEqualTo(2 * ROUNDS);
    assertThat(unmarked.get()).isGreaterThanOrEqualTo(2 * ROUNDS);
  }

  /**
   * Calls two operators alternately in one region and returns whether the marking backend was the
   * provider of all calls.
   */
  private boolean regionIsMarked() {
    try (Pin pin = dispatcher.pin()) {
      long epoch = pin.epoch();
      boolean isMarked = aten.add(one, one) == one;
      for (int i = 0; i < 50; i++) {
        assertThat(aten.sub(one, one) == one).isEqualTo(isMarked);
        assertThat(aten.add(one, one) == one).isEqualTo(isMarked);
      }
      assertThat(pin.epoch()).isEqualTo(epoch);
      return isMarked;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(Deadline.SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while waiting", e);
    }
  }

  private CompletableFuture<Boolean> region(CountDownLatch entered, CountDownLatch leave) {
    return onThread(
        "who-stays",
        () -> {
          try (Pin pin = dispatcher.pin()) {
            assertThat(pin.epoch()).isPositive();
            entered.countDown();
            await(leave);
            return regionIsMarked();
          }
        });
  }

  // One thread each: the shared pool may have only one thread, and each task waits.
  private static <T> CompletableFuture<T> onThread(String name, Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, name).start());
  }

  private boolean isMarked() {
    return aten.add(one, one) == one;
  }

  @Test
  void unpluggingWaitsForTheRegionInsideWhichKeepsItsBackend() throws Exception {
    platform.plug(marking);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    CompletableFuture<Boolean> region = region(entered, leave);
    await(entered);
    CompletableFuture<PlugReport> unplug = onThread("unplugs", () -> platform.unplug(MARKING));
    Deadline.await("tables without the backend", () -> !isMarked());
    assertThat(unplug).isNotDone();
    leave.countDown();
    assertThat(region.get(Deadline.SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(unplug.get(Deadline.SECONDS, TimeUnit.SECONDS).action())
        .isEqualTo(PlugReport.Action.UNPLUGGED);
  }

  @Test
  void whoStaysInsideBeyondTheDeadlineIsNamedAndTheBackendLeavesAfterIt() throws Exception {
    platform.plug(marking);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    CompletableFuture<Boolean> region = region(entered, leave);
    await(entered);
    try (Messages warnings = new Messages("jackfield.dispatcher.impl.lifecycle.BundleRemoval")) {
      assertThat(platform.unplug(MARKING).action()).isEqualTo(PlugReport.Action.QUARANTINED);
      assertThat(warnings.texts())
          .singleElement()
          .asString()
          .contains(MARKING, "thread who-stays is inside a pinned region", "UnderFireIT");
    }
    assertThat(isMarked()).isFalse();
    leave.countDown();
    assertThat(region.get(Deadline.SECONDS, TimeUnit.SECONDS)).isTrue();
    Deadline.await("the backend gone", () -> panel.bundle(MARKING) == null);
  }
}
