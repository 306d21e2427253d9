package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.schema.OperatorSchema;
import jackfield.spi.Backend;
import jackfield.tensor.HostData;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who leaves while a call is stuck in somebody else's kernel is told whose. */
final class BlockingKernelTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch leave = new CountDownLatch(1);
  private Thread caller; // null before there is one

  /** Loads one class by itself, as the class loader of a bundle does. */
  private static final class BundleLoader extends ClassLoader {
    BundleLoader() {
      super(BlockingKernelTest.class.getClassLoader());
    }

    Backend backend(CountDownLatch entered, CountDownLatch leave)
        throws IOException, ReflectiveOperationException {
      String name = StuckBackend.class.getName();
      try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = bytes.readAllBytes();
        Class<?> own = defineClass(name, code, 0, code.length);
        return (Backend)
            own.getConstructor(CountDownLatch.class, CountDownLatch.class)
                .newInstance(entered, leave);
      }
    }
  }

  private static Provenance by(String bundle) {
    return new Provenance(bundle, "1.2.0", "", Instant.now(), 0);
  }

  private Backend backend() throws IOException, ReflectiveOperationException {
    return new BundleLoader().backend(entered, leave);
  }

  private void call() {
    caller =
        new JackfieldThread(
            "caller",
            () -> {
              var stack = new jackfield.kernel.Stack();
              dispatcher
                  .operator("t::wait")
                  .callBoxed(stack.push(HostData.tensor(new float[] {1}, 1)));
            });
    caller.start();
  }

  @BeforeEach
  void define() {
    dispatcher.commit(
        Provenance.of("library"),
        changes -> changes.define(OperatorSchema.parse("t::wait(Tensor x) -> Tensor")));
  }

  @AfterEach
  void end() throws InterruptedException {
    leave.countDown();
    caller.join();
  }

  @Test
  void theBundleWhoseKernelItIsIsNamed() throws Exception {
    Backend leaving = backend();
    whiteboard.plug(leaving, by("backend.leaving"), 0);
    whiteboard.plug(backend(), by("backend.stuck"), 1);
    call();
    assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
    Drain drain = whiteboard.exchange(List.of(leaving), List.of()).drain();
    Drain.Inside inside = drain.inside().getFirst();
    assertThat(inside.thread()).isEqualTo("caller");
    assertThat(inside.operator()).isEqualTo("t::wait");
    assertThat(inside.bundle()).isEqualTo("backend.stuck 1.2.0");
    assertThat(inside.text())
        .startsWith("thread caller is inside t::wait, in a kernel of backend.stuck 1.2.0, for");
  }

  @Test
  void aVersionThatCameLaterIsNotTakenForTheOneThatIsInside() throws Exception {
    Backend old = backend();
    whiteboard.plug(old, by("backend.old"), 0);
    call();
    assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
    Offer newer = Offer.of(backend(), by("backend.new"), 0);
    Drain drain = whiteboard.exchange(List.of(old), List.of(newer)).drain();
    assertThat(drain.inside())
        .singleElement()
        .extracting(Drain.Inside::bundle)
        .isEqualTo("backend.old 1.2.0");
  }
}
