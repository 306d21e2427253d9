package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.Pin;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.Expectation;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that find no kernel wait for one that is known to come back. */
final class AwaitKernelTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);
  private final Words words = new Words();

  private static final class Words implements Backend {
    @Override
    public String device() {
      return "cpu";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      Concat.Kernel kernel = (self, text) -> text + "served";
      kernels.function(
          Concat.TYPE.name(), DispatchKey.CPU, KernelFunction.typed(Concat.TYPE, kernel));
    }
  }

  @BeforeEach
  void define() {
    dispatcher.commit(Provenance.of("library"), c -> c.define(Concat.TYPE.schema()));
    whiteboard.plug(words, Provenance.of("words"), 0);
  }

  private ServiceTransaction unplug() {
    return whiteboard.exchange(List.of(words), List.of());
  }

  private Expectation expect(ServiceTransaction gone, Duration limit) {
    return dispatcher.waits().expect(gone.withdrawnKernels(), limit);
  }

  @Test
  void aCallWaitsForTheKernelThatIsBeingUpdated() throws Exception {
    ServiceTransaction gone = unplug();
    try (Expectation expectation = expect(gone, LONG)) {
      assertThat(expectation).isNotNull();
      CountDownLatch calling = new CountDownLatch(1);
      CompletableFuture<String> call =
          CompletableFuture.supplyAsync(
              () -> {
                calling.countDown();
                return concat.call(x, "");
              },
              task -> new Thread(task, "waits").start());
      calling.await();
      gone.reverse();
      assertThat(call.get()).isEqualTo("served");
    }
  }

  @Test
  void aCallFailsWhenTheKernelIsNotBackInTime() {
    try (Expectation expectation = expect(unplug(), Duration.ofMillis(20))) {
      assertThat(expectation).isNotNull();
      assertThatThrownBy(() -> concat.call(x, "")).isInstanceOf(NoKernel.class);
    }
  }

  @Test
  void nobodyWaitsByDefaultNorInAPinnedRegion() {
    ServiceTransaction gone = unplug();
    try (Expectation none = expect(gone, Duration.ZERO)) {
      assertThat(none).isNotNull();
      assertThatThrownBy(() -> concat.call(x, "")).isInstanceOf(NoKernel.class);
    }
    try (Expectation expectation = expect(gone, LONG);
        Pin pin = dispatcher.pin()) {
      assertThat(expectation).isNotNull();
      assertThat(pin).isNotNull();
      assertThatThrownBy(() -> concat.call(x, "")).isInstanceOf(NoKernel.class);
    }
  }

  @Test
  void whatLeftIsBackInItsOldPlace() {
    Words newer = new Words();
    whiteboard.plug(newer, Provenance.of("newer"), 0);
    unplug().reverse();
    assertThat(dispatcher.table(Concat.TYPE.name()).row(DispatchKey.CPU).servedBy())
        .isEqualTo("newer");
    assertThat(whiteboard.plugged()).hasSize(2);
  }
}
