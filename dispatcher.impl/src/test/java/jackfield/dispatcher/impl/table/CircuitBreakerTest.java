package jackfield.dispatcher.impl.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.PlugEvent;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CircuitBreakerTest {
  private static final OperatorName NAME = Concat.TYPE.name();
  private static final OperatorName OTHER = OperatorName.parse("t::other");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  @BeforeEach
  void turnOn() {
    dispatcher.breaker(new BreakerPolicy(3, Duration.ofMinutes(1)));
  }

  private static Provenance by(String bundle, String version) {
    return new Provenance(bundle, version, "", Instant.EPOCH, 0);
  }

  private void define() {
    dispatcher.commit(by("library", "1"), changes -> changes.define(Concat.TYPE.schema()));
    serving("backend.y");
  }

  private void serving(String bundle) {
    Concat.Kernel kernel = (self, text) -> text + " by " + bundle;
    dispatcher.commit(
        by(bundle, "1"),
        changes ->
            changes.kernel(NAME, DispatchKey.CPU, KernelFunction.typed(Concat.TYPE, kernel)));
  }

  private static final Concat.Kernel FAILING =
      (self, text) -> {
        throw new UnsupportedOperationException(text);
      };

  private Registration failing(String version) {
    return dispatcher.commit(
        by("backend.x", version),
        changes ->
            changes.kernel(NAME, DispatchKey.CPU, KernelFunction.typed(Concat.TYPE, FAILING)));
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(catchThrowable(() -> concat.call(x, "failed")))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  private static void await(BooleanSupplier state) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!state.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(state.getAsBoolean()).isTrue();
  }

  private boolean isCutOff() {
    return dispatcher.history().getFirst().kind() == PlugEvent.Kind.CUT_OFF;
  }

  @Test
  void callsGoToTheShadowedKernelAfterSoManyFailures() {
    define();
    failing("2");
    fail(3);
    await(this::isCutOff);
    assertThat(concat.call(x, "served")).isEqualTo("served by backend.y");
  }

  @Test
  void aCallWithoutAnotherKernelIsToldToUpdateOrRestart() {
    dispatcher.commit(by("library", "1"), changes -> changes.define(Concat.TYPE.schema()));
    failing("2");
    fail(3);
    await(this::isCutOff);
    assertThat(catchThrowable(() -> concat.call(x, "cut")))
        .isInstanceOf(NoKernel.class)
        .hasMessageContaining("backend.x 2 failed too often")
        .hasMessageContaining("update backend.x or restart it, or move the tensors");
  }

  @Test
  void allKernelsOfTheBundleAreWithdrawnAsOneGeneration() {
    define();
    failing("2");
    dispatcher.commit(
        by("backend.x", "2"),
        changes -> changes.kernel(OTHER, DispatchKey.CUDA, KernelFunction.boxed((o, k, s) -> {})));
    long before = dispatcher.generation();
    fail(3);
    await(() -> dispatcher.generation() > before);
    assertThat(dispatcher.generation()).isEqualTo(before + 1);
    assertThat(dispatcher.history().subList(0, 2))
        .allSatisfy(event -> {
          assertThat(event.generation()).isEqualTo(before + 1);
          assertThat(event.kind()).isEqualTo(PlugEvent.Kind.CUT_OFF);
          assertThat(event.provenance().bundle()).isEqualTo("backend.x");
        });
    assertThat(dispatcher.report(OTHER)).isEmpty();
  }

  @Test
  void fewerFailuresChangeNothing() {
    define();
    failing("2");
    long before = dispatcher.generation();
    fail(2);
    assertThat(dispatcher.generation()).isEqualTo(before);
  }

  @Test
  void failuresOfAnotherVersionCountForThemselves() {
    define();
    Registration old = failing("1");
    fail(2);
    old.close();
    failing("2");
    fail(2);
    assertThat(isCutOff()).isFalse();
    fail(1);
    await(this::isCutOff);
  }

  @Test
  void failuresThatAreTooFarApartDoNotCount() {
    dispatcher.breaker(new BreakerPolicy(2, Duration.ofNanos(1)));
    define();
    failing("2");
    long before = dispatcher.generation();
    fail(10);
    assertThat(dispatcher.generation()).isEqualTo(before);
  }

  @Test
  void withoutPolicyNoKernelsAreWithdrawn() {
    dispatcher.breaker(BreakerPolicy.OFF);
    define();
    failing("2");
    long before = dispatcher.generation();
    fail(100);
    assertThat(dispatcher.generation()).isEqualTo(before);
    assertThat(dispatcher.failures().getFirst().count()).isEqualTo(100);
  }

  @Test
  void theHandleOfAWithdrawnKernelStaysUsable() {
    define();
    Registration registration = failing("2");
    fail(3);
    await(this::isCutOff);
    long cutOff = dispatcher.history().getFirst().generation();
    assertThat(registration.withdraw().await()).isTrue();
    registration.close();
    assertThat(dispatcher.generation()).isEqualTo(cutOff);
  }

  @Test
  void aBundleThatRegistersAgainIsActiveAgain() {
    define();
    failing("2");
    fail(3);
    await(this::isCutOff);
    failing("2");
    fail(2);
    assertThat(isCutOff()).isFalse();
  }

  @Test
  void definitionsOfOperatorsStay() {
    OperatorSchema other = OperatorSchema.parse("t::other(Tensor x) -> Tensor");
    define();
    dispatcher.commit(by("backend.x", "2"), changes -> changes.define(other));
    failing("2");
    fail(3);
    await(this::isCutOff);
    assertThat(dispatcher.operator("t::other").schema()).isEqualTo(other);
  }

  @Test
  void aCallUnderAPinSeesTheFailingKernelUntilThePinIsClosed() {
    define();
    failing("2");
    try (Pin _ = dispatcher.pin()) {
      fail(3);
      await(this::isCutOff);
      fail(1);
    }
    assertThat(concat.call(x, "served")).isEqualTo("served by backend.y");
  }
}
