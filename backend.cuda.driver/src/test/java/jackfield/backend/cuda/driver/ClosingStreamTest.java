package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.memory.HostBytes;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What others may do while a stream is being closed and its work is not done. */
final class ClosingStreamTest {
  private static final long BYTES = TestDevice.COUNT * 8L;
  private static final int LARGE = 4 << 20;
  private static final String WAIT = "cuStreamSynchronize";

  @Test
  void theEndOfAGraphWaitsForAReplayOnAStreamThatIsBeingClosed() {
    replayedOnAClosingStream((_, _, graph) -> {
      graph.close();
      return () -> {};
    });
  }

  @Test
  void theWaitForAGraphWaitsForAReplayOnAStreamThatIsBeingClosed() {
    replayedOnAClosingStream((_, _, graph) -> {
      graph.awaitBlocking();
      return () -> {};
    });
  }

  @Test
  void aModuleIsUnloadedAfterAReplayOnAStreamThatIsBeingClosed() {
    replayedOnAClosingStream((test, module, _) -> {
      Background unloading = Background.runUntilHeld(test, "cuModuleUnload", module::close);
      return () -> {
        test.control().letGo("cuModuleUnload");
        assertThat(unloading.await()).isNull();
      };
    });
  }

  @Test
  void aReplayOnAnotherStreamDoesNotForgetTheStreamThatIsBeingClosed() {
    replayedOnAClosingStream((_, _, graph) -> {
      graph.replay();
      graph.close();
      return () -> {};
    });
  }

  /** Uses a graph or its module; what is returned ends the use. */
  private interface Use {
    Runnable run(TestDevice test, KernelModule module, GpuGraph graph);
  }

  /** Replays a graph on a stream, and uses it while the stream is closed; then its work is done. */
  private static void replayedOnAClosingStream(Use use) {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      KernelModule module = context.load("test", TestDevice.ptx(), "a bundle");
      DeviceFunction scale = module.function("scale", "aten::scale");
      Lease memory = context.memory().lease(BYTES);
      test.fill(context.stream(), memory.address(), 1);
      context.awaitIdleBlocking();
      GpuGraph graph =
          context.capture(() -> test.run(scale, context.stream(), memory.address(), 2));
      GpuStream stream = context.createStream();
      try (GpuStream.Entered _ = stream.enter()) {
        graph.replay();
      }
      Background closing = Background.runUntilHeld(test, WAIT, stream::close);
      Runnable end = use.run(test, module, graph);
      double found = HostBytes.doubleAt(memory.address()); // no call of the driver runs work
      end.run();
      test.control().letGo(WAIT);
      assertThat(closing.await()).isNull();
      assertThat(found).isGreaterThanOrEqualTo(2);
      graph.close();
    }
  }

  @Test
  void memoryThatAClosingStreamUsesIsNotUsedAgainBeforeItsWorkIsDone() {
    whileClosing((test, stream) -> {
      GpuContext context = test.context();
      Lease memory = context.memory().lease(LARGE);
      test.fill(stream, memory.address(), 1);
      context.memory().usedBy(memory.address(), stream);
      return () -> {
        context.memory().release(memory);
        Lease next = context.memory().lease(LARGE);
        assertThat(next.address()).isNotEqualTo(memory.address());
        context.memory().release(next);
      };
    });
  }

  @Test
  void memoryOfAClosingStreamIsReturnedWhenItsWorkIsDone() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      GpuStream stream = context.createStream();
      Lease memory;
      try (GpuStream.Entered _ = stream.enter()) {
        memory = context.memory().lease(LARGE);
        stream.zero(memory.address(), LARGE);
      }
      Background closing = Background.runUntilHeld(test, WAIT, stream::close);
      context.memory().release(memory);
      long reserved = context.memory().statistics().reservedBytes();
      test.control().letGo(WAIT);
      assertThat(closing.await()).isNull();
      assertThat(reserved).isEqualTo(LARGE);
      assertThat(context.memory().statistics().reservedBytes()).isZero();
    }
  }

  @Test
  void theEndsOfAContextHaveThatOfAStreamThatIsBeingClosed() {
    whileClosing((test, stream) -> {
      Lease memory = test.context().memory().lease(BYTES);
      test.fill(stream, memory.address(), 3);
      return () -> {
        List<GpuEvent> ends = test.context().ends();
        assertThat(ends).hasSize(2);
        ends.forEach(GpuEvent::awaitBlocking);
        assertThat(HostBytes.doubleAt(memory.address())).isEqualTo(3);
        ends.forEach(GpuEvent::close);
      };
    });
  }

  @Test
  void aSecondCloseWaitsUntilTheStreamIsClosed() {
    whileClosing((test, stream) -> {
      Lease memory = test.context().memory().lease(BYTES);
      test.fill(stream, memory.address(), 3);
      return () -> {
        Background second = Background.run(stream::close);
        assertThat(second.awaitStuck()).isTrue();
        test.control().letGo(WAIT);
        assertThat(second.await()).isNull();
        assertThat(HostBytes.doubleAt(memory.address())).isEqualTo(3);
      };
    });
  }

  private interface Preparation {
    Runnable before(TestDevice test, GpuStream stream);
  }

  private static void whileClosing(Preparation preparation) {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().createStream();
      Runnable during = preparation.before(test, stream);
      Background closing = Background.runUntilHeld(test, WAIT, stream::close);
      try {
        during.run();
      } finally {
        test.control().letGo(WAIT);
        assertThat(closing.await()).isNull();
      }
    }
  }

  /**
   * The first three threads hold the fourth one between the creation of its stream and the begin of
   * its capture, while the events of all streams are recorded: this stream is the only one then.
   */
  @Test
  void eventsOfAllStreamsDoNotHarmACaptureThatBegins() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      GpuStream other = usedByAnother(test);
      Background holder = Background.runUntilHeld(test, "cuEventSynchronize", other::close);
      Background follower = Background.run(context.stream()::end);
      awaitStreams(test, 0);
      assertThat(follower.awaitStuck()).isTrue();
      CountDownLatch isMarked = new CountDownLatch(1);
      Background capture = Background.run(() -> context.capture(() -> await(isMarked)).close());
      awaitStreams(test, 1);
      assertThat(capture.awaitStuck()).isTrue();
      Background marker =
          Background.runUntilHeld(
              test,
              "cuEventCreate",
              () -> context.ends().forEach(ClosingStreamTest::awaitAndClose));
      test.control().letGo("cuEventSynchronize");
      assertThat(holder.await()).isNull();
      assertThat(follower.await()).isNull();
      assertThat(capture.awaitStuck()).isTrue(); // in its body, or before it begins
      test.control().letGo("cuEventCreate");
      assertThat(marker.await()).isNull();
      isMarked.countDown();
      assertThat(capture.await()).isNull();
    }
  }

  /** Releases memory that another stream uses, and returns that stream. */
  private static GpuStream usedByAnother(TestDevice test) {
    GpuStream other = test.context().createStream();
    Lease memory = test.context().memory().lease(BYTES);
    test.context().memory().usedBy(memory.address(), other);
    test.context().memory().release(memory);
    return other;
  }

  private static void awaitAndClose(GpuEvent end) {
    end.awaitBlocking(); // an event of a capture makes the capture invalid
    end.close();
  }

  private static void awaitStreams(TestDevice test, int count) {
    while (test.control().live(Kind.STREAMS) != count) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }
}
