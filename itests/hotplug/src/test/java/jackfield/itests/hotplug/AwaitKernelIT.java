package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.itests.hotplug.bundle.AddingBackend;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Configured;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Fault;
import jackfield.itests.hotplug.platform.Fault.Sort;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.kernel.NoKernel;
import jackfield.key.DispatchKey;
import jackfield.spi.Backend;
import jackfield.spi.Platform;
import jackfield.spi.PlugSteps.Step;
import jackfield.spi.SwapReport;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** Calls of an operator while the only bundle that has a kernel for it is being updated. */
@Tag("thorough")
@InsideFramework
class AwaitKernelIT {
  private static final String BACKEND = "test.adding";
  private static final int UPDATE = 7; // its index among the steps of an update

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Aten aten;
  private Path next;
  private Tensor one;

  @BeforeEach
  void plug() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    aten = panel.aten();
    one = HostData.tensor(new float[] {1}, 1);
    Path folder = TestFolder.named("await");
    BundleJar jar = BundleJar.named(BACKEND).component(Backend.class, AddingBackend.class, 50);
    platform.plug(jar.write(folder));
    next = jar.header("Bundle-Version", "2.0.0").write(folder);
    platform.unplug("backend.cpu.reference");
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private Configured waiting(long millis) {
    return new Configured(context, "jackfield.platform", Map.of("awaitKernel.millis", millis));
  }

  private static <T> CompletableFuture<T> onThread(String name, Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, name).start());
  }

  /** Starts an update and returns when the old bundle was stopped and is about to be updated. */
  private CompletableFuture<SwapReport> update(Fault fault) {
    CompletableFuture<SwapReport> update =
        onThread("updates", () -> platform.update(BACKEND, next));
    fault.awaitReached();
    assertThat(fault.steps()).hasSize(UPDATE + 1).endsWith(Step.UPDATE);
    return update;
  }

  private float sum() {
    return HostData.floats(aten.add(one, one))[0];
  }

  private static boolean isWaiting(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            each -> each.getName().equals(thread) && each.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void callsWaitForTheUpdateAndAreServedByTheNextContent() throws Exception {
    try (Configured patient = waiting(Deadline.SECONDS * 1_000L);
        Fault fault = new Fault(context, Sort.DELAY, UPDATE)) {
      assertThat(patient).isNotNull();
      CompletableFuture<SwapReport> update = update(fault);
      List<CompletableFuture<Float>> calls =
          Stream.of("waits-1", "waits-2").map(name -> onThread(name, this::sum)).toList();
      Deadline.await("both waiting", () -> isWaiting("waits-1") && isWaiting("waits-2"));
      fault.goOn();
      assertThat(update.get(Deadline.SECONDS, TimeUnit.SECONDS).version()).isEqualTo("2.0.0");
      for (CompletableFuture<Float> call : calls) {
        assertThat(call.get(Deadline.SECONDS, TimeUnit.SECONDS)).isEqualTo(2);
      }
    }
  }

  @Test
  void aCallThatHasWaitedLongEnoughFailsAndLaterOnesAreServed() throws Exception {
    try (Configured brief = waiting(50);
        Fault fault = new Fault(context, Sort.DELAY, UPDATE)) {
      assertThat(brief).isNotNull();
      CompletableFuture<SwapReport> update = update(fault);
      long start = System.nanoTime();
      NoKernel failure = catchThrowableOfType(NoKernel.class, this::sum);
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(50_000_000);
      assertThat(failure.key()).isEqualTo(DispatchKey.CPU);
      fault.goOn();
      update.get(Deadline.SECONDS, TimeUnit.SECONDS);
      assertThat(sum()).isEqualTo(2);
    }
  }

  @Test
  void callsFailAtOnceWhereNothingIsConfigured() throws Exception {
    try (Fault fault = new Fault(context, Sort.DELAY, UPDATE)) {
      CompletableFuture<SwapReport> update = update(fault);
      assertThat(catchThrowableOfType(NoKernel.class, this::sum)).isNotNull();
      fault.goOn();
      update.get(Deadline.SECONDS, TimeUnit.SECONDS);
    }
    assertThat(sum()).isEqualTo(2);
  }
}
