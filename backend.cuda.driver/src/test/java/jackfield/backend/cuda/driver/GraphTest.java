package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.GraphWithdrawn;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.memory.BackendGone;
import jackfield.memory.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;

/** Graphs: what a capture takes, what memory a graph keeps, and what ends it. */
final class GraphTest {
  private static final long BYTES = TestDevice.COUNT * 8L;
  private static final int LARGE = 4 << 20;
  private static final long MOST_BYTES = 40 << 20; // of the 64 MiB of the device

  @Test
  void aCaptureComputesNothingAndEachReplayComputesAll() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceFunction scale = test.kernel("scale");
      Lease memory = context.memory().lease(BYTES);
      test.fill(context.stream(), memory.address(), 1);
      GpuGraph graph =
          context.capture(() -> {
            test.run(scale, context.stream(), memory.address(), 2);
            test.run(scale, context.stream(), memory.address(), 3);
          });
      assertThat(graph.launchCount()).isEqualTo(2);
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(1);
      graph.replay();
      graph.replay();
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(36);
      graph.close();
    }
  }

  @Test
  void replaysOfOneGraphAreInOrderWhateverTheirStreamsAre() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceFunction scale = test.kernel("scale");
      DeviceFunction total = test.kernel("total");
      Lease memory = context.memory().lease(BYTES);
      try (GpuStream second = context.createStream();
          GpuGraph graph =
              context.capture(() -> {
                test.run(scale, context.stream(), memory.address(), 2);
                test.run(total, context.stream(), memory.address(), 1.0 / 512);
              })) {
        for (int seed = 0; seed < 50; seed++) {
          test.control().seed(seed);
          test.fill(context.stream(), memory.address(), 1);
          context.awaitIdleBlocking();
          graph.replay();
          try (GpuStream.Entered _ = second.enter()) {
            graph.replay();
          }
          graph.replay();
          context.awaitIdleBlocking();
          double expected = replayedThrice();
          assertThat(test.first(second, memory.address())).as("seed %d", seed).isEqualTo(expected);
        }
      }
    }
  }

  /**
   * Computes on the host what three replays do: doubles, then the sum divided by 512 goes first.
   */
  private static double replayedThrice() {
    double first = 1;
    double others = 1;
    for (int replay = 0; replay < 3; replay++) {
      others *= 2;
      first = (2 * first + (TestDevice.COUNT - 1) * others) / 512;
    }
    return first;
  }

  @Test
  void memoryOfACaptureIsReusedInsideItAndByNobodyElseBeforeTheGraphIsClosed() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      List<Long> addresses = new ArrayList<>();
      GpuGraph graph =
          context.capture(() -> {
            for (int i = 0; i < 3; i++) {
              Lease scratch = context.memory().lease(LARGE);
              context.stream().zero(scratch.address(), LARGE);
              addresses.add(scratch.address());
              context.memory().release(scratch);
            }
          });
      assertThat(addresses.stream().distinct()).hasSize(1);
      context.memory().trim();
      assertThat(context.memory().statistics().reservedBytes()).isEqualTo(LARGE);
      assertThat(context.memory().lease(LARGE).address()).isNotEqualTo(addresses.getFirst());
      graph.close();
      assertThat(context.memory().statistics().reservedBytes()).isEqualTo(LARGE);
    }
  }

  @Test
  void memoryThatExistedBeforeIsHeldAlthoughItsTensorIsClosed() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceFunction scale = test.kernel("scale");
      Storage input = context.domain().allocate(LARGE);
      long address = input.address();
      test.fill(context.stream(), address, 5);
      GpuGraph graph = context.capture(() -> test.run(scale, context.stream(), address, 2));
      input.close();
      context.memory().trim();
      Lease other = context.memory().lease(LARGE);
      assertThat(other.address()).isNotEqualTo(address);
      graph.replay();
      assertThat(test.first(context.stream(), address)).isEqualTo(10);
      graph.close();
      assertThat(context.memory().lease(LARGE).address()).isEqualTo(address);
    }
  }

  @Test
  void whatOutlivesTheGraphKeepsItsMemory() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      List<Storage> made = new ArrayList<>();
      GpuGraph graph =
          context.capture(() -> {
            made.add(context.domain().allocate(LARGE));
            context.stream().zero(made.getFirst().address(), LARGE);
          });
      graph.replay();
      graph.close();
      assertThat(test.first(context.stream(), made.getFirst().address())).isEqualTo(0);
      made.getFirst().close();
      assertThat(context.memory().statistics().reservedBytes()).isZero();
    }
  }

  @Test
  void parametersFromTheHostBelongToTheGraph() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Lease memory = context.memory().lease(BYTES);
      GpuGraph graph;
      try (HostNumbers numbers = new HostNumbers(7)) {
        graph =
            context.capture(
                () -> context.stream().upload(numbers.address(), memory.address(), Long.BYTES));
        numbers.set(9);
      }
      graph.replay();
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(7);
      graph.close();
      assertThat(context.pinned().statistics().usedBytes()).isZero();
    }
  }

  @Test
  void whatCannotBeRepeatedIsRefusedAndTheStreamsAreUsableAfterwards() {
    try (TestDevice test = TestDevice.open();
        HostNumbers numbers = new HostNumbers(1)) {
      Lease memory = test.context().memory().lease(BYTES);
      GpuEvent event = test.context().createEvent();
      GpuStream other = test.context().createStream();
      long from = memory.address();
      refused(test, "a copy to the host", s -> s.copyToHostBlocking(from, numbers.address(), 8));
      refused(test, "a copy from the host", s -> s.copyToDevice(numbers.address(), from, 8));
      refused(
          test, "a copy from the host", s -> s.copyToDeviceNonBlocking(numbers.address(), from, 8));
      refused(test, "a wait for the stream", GpuStream::awaitBlocking);
      refused(test, "a wait for the device", s -> s.context().awaitIdleBlocking());
      refused(test, "a wait for an event", s -> s.waitFor(event));
      refused(test, "entering another stream", _ -> other.enter());
      GpuStream.Entered outer = other.enter();
      refused(test, "leaving another stream", _ -> outer.close());
      assertThat(test.context().stream()).isSameAs(other);
      outer.close();
      refused(test, "another capture", s -> s.context().capture(() -> {}));
      refused(test, "closing the stream", GpuStream::close);
    }
  }

  private static void refused(TestDevice test, String work, Consumer<GpuStream> body) {
    GpuContext context = test.context();
    DeviceFunction scale = test.kernel("scale");
    Lease memory = context.memory().lease(BYTES);
    long[] before = live(test);
    CaptureRefused refusal =
        catchThrowableOfType(
            CaptureRefused.class,
            () ->
                context.capture(() -> {
                  test.run(scale, context.stream(), memory.address(), 2);
                  body.accept(context.stream());
                }));
    assertThat(refusal.work()).startsWith(work);
    assertThat(refusal.operator()).isEmpty();
    assertThat(refusal.getMessage()).contains("asked", "found", "available", "try");
    assertThat(live(test)).as(work).isEqualTo(before);
    test.fill(context.stream(), memory.address(), 1);
    test.run(scale, context.stream(), memory.address(), 4);
    assertThat(test.first(context.stream(), memory.address())).isEqualTo(4);
  }

  private static long[] live(TestDevice test) {
    return new long[] {
      test.control().live(Kind.STREAMS),
      test.control().live(Kind.EVENTS),
      test.control().live(Kind.GRAPHS)
    };
  }

  @Test
  void aRefusalThatTheBodySwallowsFailsTheCapture() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Runnable body = () -> assertThat(catchThrowable(context.stream()::awaitBlocking)).isNotNull();
      assertThat(catchThrowable(() -> context.capture(body))).isInstanceOf(CaptureRefused.class);
    }
  }

  @Test
  void anErrorOfTheBodyEndsTheCapture() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      long[] before = live(test);
      IllegalStateException error = new IllegalStateException("of the body");
      assertThat(
              catchThrowable(() ->
                  context.capture(() -> {
                    context.stream().zero(context.memory().lease(8).address(), 8);
                    throw error;
                  })))
          .isSameAs(error);
      assertThat(live(test)).isEqualTo(before);
      context.awaitIdleBlocking();
    }
  }

  @Test
  void failuresOfTheDriverLeaveNothing() {
    try (TestDevice test = TestDevice.open()) {
      for (String function :
          List.of("cuStreamBeginCapture_v2", "cuStreamEndCapture", "cuGraphInstantiateWithFlags")) {
        GpuContext context = test.context();
        long[] before = live(test);
        test.control().failNextCall(function, 2);
        assertThat(
                catchThrowable(() ->
                    context.capture(
                        () -> context.stream().zero(context.memory().lease(LARGE).address(), 8))))
            .as(function)
            .isInstanceOf(CudaFailure.class);
        assertThat(live(test)).as(function).isEqualTo(before);
        context.awaitIdleBlocking();
      }
    }
  }

  @Test
  void aCaptureGetsMemoryThatOtherStreamsKeepUnused() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceMemory memory = context.memory();
      Lease kept = memory.lease(BYTES);
      Lease large = memory.lease(MOST_BYTES);
      context.stream().zero(large.address(), MOST_BYTES);
      memory.release(large);
      List<Lease> made = new ArrayList<>();
      Runnable body =
          () -> {
            context.stream().copyWithin(kept.address(), kept.address() + 8, 8);
            made.add(memory.lease(MOST_BYTES));
            context.stream().copyWithin(kept.address(), made.getFirst().address(), BYTES);
          };
      try (GpuGraph graph = context.capture(body)) {
        assertThat(memory.statistics().retries()).isEqualTo(1);
        assertThat(memory.statistics().failures()).isZero();
        test.fill(context.stream(), kept.address(), 3);
        graph.replay();
        assertThat(test.first(context.stream(), made.getFirst().address())).isEqualTo(3);
      }
    }
  }

  @Test
  void tooLittleMemoryEndsTheCaptureAfterOneRetry() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Lease used = context.memory().lease(MOST_BYTES);
      long[] before = live(test);
      Throwable thrown =
          catchThrowable(() -> context.capture(() -> context.memory().lease(MOST_BYTES)));
      assertThat(thrown).isInstanceOf(DeviceOutOfMemory.class);
      assertThat(context.memory().statistics().retries()).isEqualTo(1);
      assertThat(live(test)).isEqualTo(before);
      test.fill(context.stream(), used.address(), 2);
      assertThat(test.first(context.stream(), used.address())).isEqualTo(2);
    }
  }

  /** A library that waits for the device past this bundle makes the driver give up the capture. */
  @Test
  void aCaptureThatTheDriverInvalidatesIsAnError() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      long[] before = live(test);
      CudaFailure failure =
          catchThrowableOfType(
              CudaFailure.class,
              () ->
                  context.capture(() -> assertThat(JCudaDriver.cuCtxSynchronize()).isEqualTo(900)));
      assertThat(failure.code()).isEqualTo(901);
      assertThat(failure.isSticky()).isFalse();
      assertThat(live(test)).isEqualTo(before);
      context.awaitIdleBlocking();
    }
  }

  @Test
  void unloadingAModuleEndsItsGraphsOnly() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      KernelModule module = context.load("test", TestDevice.ptx(), "a bundle");
      DeviceFunction scale = module.function("scale", "aten::scale");
      DeviceFunction other = test.kernel("scale");
      Lease memory = context.memory().lease(BYTES);
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
      Lease memory = context.memory().lease(BYTES);
      test.fill(context.stream(), memory.address(), 1);
      CaptureRefused refusal =
          catchThrowableOfType(
              CaptureRefused.class,
              () ->
                  context.capture(() -> {
                    test.run(scale, context.stream(), memory.address(), 2);
                    closeInAnotherThread(module);
                    test.run(other, context.stream(), memory.address(), 3);
                  }));
      assertThat(refusal.work()).contains("a bundle");
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(1);
      assertThat(test.control().live(Kind.GRAPHS)).isZero();
    }
  }

  private static void closeInAnotherThread(AutoCloseable closed) {
    List<Throwable> failures = new ArrayList<>();
    Thread closer = new Thread(() -> failures.add(catchThrowable(closed::close)), "closer");
    closer.start();
    try {
      closer.join();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
    assertThat(failures).containsOnlyNulls();
  }

  @Test
  void theStopOfTheBundleThatCapturedEndsItsGraphs() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Lease memory = context.memory().lease(BYTES);
      GpuGraph graph = context.capture(() -> context.stream().zero(memory.address(), BYTES));
      test.device().endGraphsOf(ClassLoader.getPlatformClassLoader(), "another bundle");
      graph.replay();
      test.device().endGraphsOf(GraphTest.class.getClassLoader(), "the program");
      GraphWithdrawn error = catchThrowableOfType(GraphWithdrawn.class, graph::replay);
      assertThat(error.bundle()).isEqualTo("the program");
      assertThat(test.control().live(Kind.GRAPHS)).isZero();
    }
  }

  @Test
  void theWaitOfAnotherThreadForTheDeviceDoesNotHarmACapture() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Lease memory = context.memory().lease(BYTES);
      GpuGraph graph =
          context.capture(() -> {
            context.stream().zero(memory.address(), BYTES);
            closeInAnotherThread(context::awaitIdleBlocking);
          });
      graph.replay();
      assertThat(test.first(context.stream(), memory.address())).isZero();
      graph.close();
    }
  }

  @Test
  void theResetOfTheDeviceEndsItsGraphs() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Storage tensor = context.domain().allocate(BYTES);
      long address = tensor.address();
      GpuGraph graph = context.capture(() -> context.stream().zero(address, BYTES));
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
          Lease memory = context.memory().lease(BYTES);
          context.stream().zero(memory.address(), BYTES);
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
    Lease kept = context.memory().lease(BYTES);
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
          Lease memory = context.memory().lease(BYTES);
          context.stream().zero(memory.address(), BYTES);
          context.memory().release(memory);
          closeInAnotherThread(test.device()::close);
          context.stream().zero(memory.address(), BYTES);
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

  @Test
  void aKernelThatFailsInAReplayPoisonsTheDeviceAndNamesTheGraph() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceFunction scale = test.kernel("scale");
      Lease memory = context.memory().lease(BYTES);
      GpuGraph graph =
          context.capture(() -> test.run(scale, context.stream(), memory.address(), 2));
      test.control().failNextKernel(700);
      graph.replay();
      CudaFailure failure = catchThrowableOfType(CudaFailure.class, graph::awaitBlocking);
      assertThat(failure.launches().getFirst().kernel()).isEqualTo("a graph of 1 launches");
      assertThat(catchThrowable(graph::replay)).isInstanceOf(DevicePoisoned.class);
      graph.close();
      test.reset();
    }
  }
}
