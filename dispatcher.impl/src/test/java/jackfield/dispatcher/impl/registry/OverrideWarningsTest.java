package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherClosed;
import jackfield.dispatcher.impl.whiteboard.DispatcherComponent;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;

final class OverrideWarningsTest {
  private static final BundleContext CONTEXT = // of a platform that does not stop
      (BundleContext)
          Proxy.newProxyInstance(
              OverrideWarningsTest.class.getClassLoader(),
              new Class<?>[] {BundleContext.class},
              (proxy, method, arguments) -> null);

  private final Logger logger = Logger.getLogger(OverrideWarnings.class.getName());
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final CountDownLatch written = new CountDownLatch(1);
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          warnings.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final OverrideWarnings overrides = new OverrideWarnings(Runnable::run);
  private final LocalDispatcher dispatcher = new LocalDispatcher();

  @BeforeEach
  void listen() {
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    dispatcher.listen(overrides);
  }

  @AfterEach
  void leave() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  private void kernel(String bundle, DispatchKey key, int ranking) {
    kernel(dispatcher, bundle, key, ranking);
  }

  private static void kernel(Dispatcher into, String bundle, DispatchKey key, int ranking) {
    into.commit(
        new Provenance(bundle, "1.0", bundle + ".java:1", Instant.EPOCH, 0),
        changes ->
            changes
                .ranking(ranking)
                .kernel(
                    OperatorName.parse("t::f"),
                    key,
                    KernelFunction.boxed((operator, keys, stack) -> {})));
  }

  @Test
  void aBundleThatOverridesOthersIsWarnedOfOnOneLine() {
    kernel("a", DispatchKey.CPU, 0);
    kernel("b", DispatchKey.CUDA, 0);
    kernel("c", DispatchKey.CPU, 0);
    kernel("c", DispatchKey.CUDA, 0);
    kernel("c", DispatchKey.XLA, 0);
    overrides.tell(Map.of("c 1.0", 3));
    assertThat(warnings)
        .containsExactly(
            "c 1.0: 3 kernels, 1 override those of a 1.0, 1 override those of b 1.0 by coming"
                + " later at the same service.ranking; history OPERATOR tells each");
  }

  @Test
  void whatWasToldIsNotToldAgain() {
    kernel("a", DispatchKey.CPU, 0);
    kernel("b", DispatchKey.CPU, 0);
    overrides.tell(Map.of("b 1.0", 1));
    overrides.tell(Map.of("b 1.0", 1));
    overrides.tellRest();
    assertThat(warnings).hasSize(1);
  }

  @Test
  void whatComesAgainIsCountedAnew() {
    kernel("a", DispatchKey.CPU, 0);
    kernel("b", DispatchKey.CPU, 0);
    overrides.forget(List.of("b 1.0"));
    kernel("b", DispatchKey.CPU, 0);
    overrides.tell(Map.of("b 1.0", 1));
    assertThat(warnings).hasSize(1).first().asString().contains("1 override those of b 1.0");
  }

  @Test
  void aLogThatHangsHoldsNoCommitUp() {
    DispatcherComponent component = new DispatcherComponent(CONTEXT);
    logger.setFilter(entry -> isWritten());
    try {
      List.of("a", "b", "c")
          .forEach(bundle -> kernel(service(component), bundle, DispatchKey.CPU, 0));
      assertThat(component.dispatcher().generation()).isEqualTo(3);
      assertThat(warnings).isEmpty();
    } finally {
      written.countDown();
      component.leave();
      logger.setFilter(null);
    }
    assertThat(warnings).hasSize(2);
  }

  /** Returns the dispatcher as a bundle gets it. */
  private static Dispatcher service(DispatcherComponent component) {
    return new OwnedDispatcher(component.dispatcher(), "test", component.overrides()::tellRest);
  }

  private boolean isWritten() {
    try {
      return written.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while it hangs", e);
    }
  }

  @Test
  void afterTheComponentHasGoneCommitsAreRefused() {
    DispatcherComponent component = new DispatcherComponent(CONTEXT);
    component.leave();
    Dispatcher closed = service(component);
    assertThatThrownBy(() -> kernel(closed, "a", DispatchKey.CPU, 0))
        .isInstanceOf(DispatcherClosed.class);
    assertThat(warnings).isEmpty();
  }

  @Test
  void differentRankingsAreNoAccident() {
    kernel("a", DispatchKey.CPU, 0);
    kernel("better", DispatchKey.CPU, 1);
    kernel("worse", DispatchKey.CPU, -1);
    overrides.tellRest();
    assertThat(warnings).isEmpty();
  }

  @Test
  void severalKernelsAreExpectedAtMetaAndMtia() {
    kernel("a", DispatchKey.META, 0);
    kernel("b", DispatchKey.META, 0);
    kernel("a", DispatchKey.MTIA, 0);
    kernel("b", DispatchKey.MTIA, 0);
    overrides.tellRest();
    assertThat(warnings).isEmpty();
  }
}
