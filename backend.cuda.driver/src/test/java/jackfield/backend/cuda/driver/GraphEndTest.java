package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.GraphWithdrawn;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.memory.BackendGone;
import jackfield.memory.Storage;
import org.junit.jupiter.api.Test;

/** What ends graphs and open captures besides their close: kernels, bundles and devices that go. */
final class GraphEndTest {
  @Test
  void unloadingAModuleEndsItsGraphsOnly() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      KernelModule module = context.load("test", TestDevice.ptx(), "a bundle");
      DeviceFunction scale = module.function("scale", "aten::scale");
      DeviceFunction other = test.kernel("scale");
      Lease memory = context.memory().lease(TestDevice.BYTES);
      test.fill(context.stream(), memory.address(), 1);
      GpuGraph gone = context.capture(() -> test.run(scale, context.stream(), memory.address(), 2));
      GpuGraph kept = context.capture(() -> test.run(other, context.stream(), memory.address(), 3));
      gone.replay();
      module.close();
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(2);
      GraphWithdrawn error = catchThrowableOfType(GraphWithdrawn.class, gone::replay);
      assertThat(error.bundle()).isEqualTo("a bundle");
      assertThat(gone.isUsable()).isFalse();
      kept.replay();
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(6);
      gone.close();
      kept.close();
      assertThat(catchThrowable(kept::replay)).isInstanceOf(HandleReleased.class);
      assertThat(test.control().live(Kind.GRAPHS)).isZero();
    }
  }

  @Test
  void unloadingAModuleDuringACaptureFailsIt() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      KernelModule module = context.load("test", TestDevice.ptx(), "a bundle");
      DeviceFunction scale = module.function("scale", "aten::scale");
      DeviceFunction other = test.kernel("scale");
      Lease memory = context.memory().lease(TestDevice.BYTES);
      test.fill(context.stream(), memory.address(), 1);
      CaptureRefused refusal =
          catchThrowableOfType(
              CaptureRefused.class,
              () ->
                  context.capture(() -> {
                    test.run(scale, context.stream(), memory.address(), 2);
                    assertThat(Background.run(module::close).await()).isNull();
                    test.run(other, context.stream(), memory.address(), 3);
                  }));
      assertThat(refusal.work()).contains("a bundle");
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(1);
      assertThat(test.control().live(Kind.GRAPHS)).isZero();
    }
  }

  @Test
  void theStopOfTheBundleThatCapturedEndsItsGraphs() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Lease memory = context.memory().lease(TestDevice.BYTES);
      GpuGraph graph =
          context.capture(() -> context.stream().zero(memory.address(), TestDevice.BYTES));
      test.device().endGraphsOf(ClassLoader.getPlatformClassLoader(), "another bundle");
      graph.replay();
      test.device().endGraphsOf(GraphEndTest.class.getClassLoader(), "the program");
      GraphWithdrawn error = catchThrowableOfType(GraphWithdrawn.class, graph::replay);
      assertThat(error.bundle()).isEqualTo("the program");
      assertThat(test.control().live(Kind.GRAPHS)).isZero();
    }
  }

  @Test
  void theResetOfTheDeviceEndsItsGraphs() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Storage tensor = context.domain().allocate(TestDevice.BYTES);
      long address = tensor.address();
      GpuGraph graph = context.capture(() -> context.stream().zero(address, TestDevice.BYTES));
      graph.replay();
      test.reset();
      assertThat(catchThrowable(graph::replay)).isInstanceOf(GraphWithdrawn.class);
      assertThat(catchThrowable(tensor::address)).isInstanceOf(BackendGone.class);
      graph.close();
    }
  }

  @Test
  void theEndOfTheDriverEndsItsGraphsAndLeavesNothing() {
    TestDevice test = TestDevice.open();
    long before = test.leaks();
    GpuContext context = test.context();
    GpuGraph graph =
        context.capture(() -> {
          Lease memory = context.memory().lease(TestDevice.BYTES);
          context.stream().zero(memory.address(), TestDevice.BYTES);
          context.memory().release(memory);
        });
    graph.replay();
    test.close();
    assertThat(test.leaks()).isEqualTo(before);
    assertThat(catchThrowable(graph::replay)).isInstanceOf(GraphWithdrawn.class);
    graph.close();
  }

  @Test
  void aDeviceThatIsClosedInsideACaptureIsClosedAndTheCaptureFails() {
    TestDevice test = TestDevice.open();
    long before = test.leaks();
    GpuContext context = test.context();
    Lease kept = context.memory().lease(TestDevice.BYTES);
    Runnable body =
        () -> {
          try (HostNumbers numbers = new HostNumbers(7)) {
            context.stream().upload(numbers.address(), kept.address(), Long.BYTES);
          }
          context.memory().release(kept);
          test.device().close();
        };
    CaptureRefused refusal =
        catchThrowableOfType(CaptureRefused.class, () -> context.capture(body));
    assertThat(refusal.work()).contains("the driver's bundle");
    assertThat(context.isUsable()).isFalse();
    assertThat(test.leaks()).isEqualTo(before);
    test.close();
  }

  @Test
  void aCaptureThatIsOpenInAnotherThreadFailsWhenTheDeviceIsClosed() {
    TestDevice test = TestDevice.open();
    long before = test.leaks();
    GpuContext context = test.context();
    Runnable body =
        () -> {
          Lease memory = context.memory().lease(TestDevice.BYTES);
          context.stream().zero(memory.address(), TestDevice.BYTES);
          context.memory().release(memory);
          assertThat(Background.run(test.device()::close).await()).isNull();
          context.stream().zero(memory.address(), TestDevice.BYTES);
        };
    assertThat(catchThrowable(() -> context.capture(body))).isInstanceOf(CaptureRefused.class);
    assertThat(test.leaks()).isEqualTo(before);
    test.close();
  }

  @Test
  void aCaptureIsRefusedWhileTheDeviceIsBeingClosed() {
    TestDevice test = TestDevice.open();
    long before = test.leaks();
    GpuContext context = test.context();
    Background closing =
        Background.runUntilHeld(test, "cuCtxSynchronize", () -> test.device().close());
    Background capture = Background.run(() -> context.capture(() -> {}));
    capture.awaitStuck(); // or it is refused already
    test.control().letGo("cuCtxSynchronize");
    assertThat(closing.await()).isNull();
    assertThat(capture.await()).isInstanceOf(HandleReleased.class);
    assertThat(test.leaks()).isEqualTo(before);
    test.close();
  }
}
