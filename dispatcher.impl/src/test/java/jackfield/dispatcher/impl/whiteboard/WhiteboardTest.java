package jackfield.dispatcher.impl.whiteboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Pin;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.NoFreeBackend;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Library;
import jackfield.spi.OperatorLibrary;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class WhiteboardTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);

  private static Backend backend(String device, Consumer<KernelRegistrar> register) {
    return new Backend() {
      @Override
      public String device() {
        return device;
      }

      @Override
      public void register(KernelRegistrar kernels) {
        register.accept(kernels);
      }
    };
  }

  private Backend plug(String device, Consumer<KernelRegistrar> register) {
    Backend backend = backend(device, register);
    whiteboard.plug(backend, Provenance.of(device), 0);
    return backend;
  }

  @Test
  void aKnownDeviceRegistersAtItsOwnKey() {
    plug("cuda", kernels -> assertThat(kernels.key()).isEqualTo(DispatchKey.CUDA));
    assertThat(whiteboard.plugged())
        .singleElement()
        .satisfies(plugged -> assertThat(plugged.name()).isEqualTo("cuda"));
  }

  @Test
  void aThirdPartysDeviceLeasesABackendWhileItIsPlugged() {
    List<DispatchKey> keys = new ArrayList<>();
    Backend acme = plug("acme", kernels -> keys.add(kernels.key()));
    assertThat(keys).containsExactly(DispatchKey.PRIVATE_USE_1);
    plug("globex", kernels -> keys.add(kernels.key()));
    plug("initech", kernels -> keys.add(kernels.key()));
    NoFreeBackend refused =
        catchThrowableOfType(NoFreeBackend.class, () -> plug("umbrella", kernels -> {}));
    assertThat(refused).hasMessageContaining("acme");
    whiteboard.unplug(acme);
    plug("umbrella", kernels -> keys.add(kernels.key()));
    assertThat(keys.getLast()).isEqualTo(DispatchKey.PRIVATE_USE_1);
  }

  @Test
  void aLibrarysOperatorsHaveTheTagsThatItGivesThem() {
    whiteboard.plug(
        new OperatorLibrary() {
          @Override
          public String namespace() {
            return "t";
          }

          @Override
          public void define(Library library) {
            library.define(Concat.TYPE, List.of(3)).define("length(str text) -> int", List.of(4));
            library.define("reverse(str text) -> str");
          }
        },
        Provenance.of("library"),
        0);
    assertThat(List.of("t::concat", "t::length", "t::reverse"))
        .extracting(name -> dispatcher.report(OperatorName.parse(name)).orElseThrow().tags())
        .containsExactly(List.of(3), List.of(4), List.of());
  }

  @Test
  void aBackendThatFailsToRegisterLeavesNothingBehind() {
    assertThatThrownBy(() ->
            plug(
                "acme",
                kernels -> {
                  kernels.fallthrough(DispatchKey.XLA);
                  throw new IllegalStateException("the backend's own");
                }))
        .hasMessage("the backend's own");
    assertThat(whiteboard.plugged()).isEmpty();
    assertThat(dispatcher.generation()).isZero();
    List<DispatchKey> keys = new ArrayList<>();
    for (String device : List.of("globex", "initech", "umbrella")) {
      plug(device, kernels -> keys.add(kernels.key()));
    }
    assertThat(keys).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void whoIsInsideIsNamedAndHoldsTheBundleNoLongerThanThat() {
    Object ofTheBundle = new Object();
    WeakReference<Object> gone = new WeakReference<>(ofTheBundle);
    Backend backend = concatenating(ofTheBundle);
    try (Pin pin = dispatcher.pin()) {
      assertThat(pin.epoch()).isPositive();
      assertThat(whiteboard.unplug(backend))
          .extracting(Drain.Inside::thread)
          .containsExactly(Thread.currentThread().getName());
    }
    backend = null;
    ofTheBundle = null;
    assertThat(isCollected(gone)).isTrue();
  }

  @Test
  void whatComesInThePlaceOfWhatLeftIsNotNewerThanThoseWhoStayed() {
    Backend first = offered("first 1.0.0", 0);
    Backend second = offered("second 1.0.0", 0);
    ServiceTransaction gone = whiteboard.exchange(List.of(first), List.of());
    Backend updated = offered("first 2.0.0", gone.firstWithdrawnRank());
    assertThat(serving()).isEqualTo("second 1.0.0");
    whiteboard.unplug(second);
    assertThat(serving()).isEqualTo("first 2.0.0");
    Backend third = offered("third 1.0.0", 0);
    gone = whiteboard.exchange(List.of(updated), List.of());
    offered("first 3.0.0", gone.firstWithdrawnRank());
    assertThat(serving()).isEqualTo("third 1.0.0");
    gone = whiteboard.exchange(List.of(third), List.of());
    offered("third 2.0.0", gone.firstWithdrawnRank());
    assertThat(serving()).isEqualTo("third 2.0.0");
  }

  private Backend offered(String title, long inPlaceOf) {
    Concat.Kernel kernel = (self, text) -> title;
    Backend backend = backend("cpu", kernels -> kernels.kernel(Concat.TYPE, kernel));
    Offer offer = Offer.of(backend, Provenance.of(title), 0).inPlaceOf(inPlaceOf);
    assertThat(whiteboard.exchange(List.of(), List.of(offer)).operators(1)).hasSize(1);
    return backend;
  }

  private String serving() {
    return dispatcher.table(Concat.TYPE.name()).rows().stream()
        .filter(row -> row.key() == DispatchKey.CPU)
        .map(TableReport.Row::servedBy)
        .findFirst()
        .orElseThrow();
  }

  private Backend concatenating(Object ofTheBundle) {
    Concat.Kernel kernel = (self, text) -> text + ofTheBundle;
    return plug("cpu", kernels -> kernels.kernel(Concat.TYPE, kernel));
  }

  private static boolean isCollected(WeakReference<?> reference) {
    long end = System.nanoTime() + 10_000_000_000L;
    while (reference.get() != null && System.nanoTime() - end < 0) {
      System.gc();
    }
    return reference.get() == null;
  }
}
