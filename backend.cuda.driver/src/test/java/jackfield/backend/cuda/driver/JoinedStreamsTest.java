package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.cuda.standin.StandIn;
import jackfield.cuda.standin.StandIn.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams that join a capture while other threads, devices and graphs use them. */
final class JoinedStreamsTest {
  private static final long BYTES = TestDevice.COUNT * 8L;
  private static final int ROUNDS = 200;

  private TestDevice test; // set before each test, as are the fields below
  private GpuContext context;
  private GpuStream side;
  private GpuEvent forked;
  private GpuEvent joined;
  private ExecutorService others;

  @BeforeEach
  void open() {
    test = TestDevice.open();
    context = test.context();
    side = context.createStream();
    forked = context.createEvent();
    joined = context.createEvent();
    others = Executors.newCachedThreadPool();
  }

  @AfterEach
  void close() {
    if (test != null) {
      others.shutdownNow();
      test.close();
    }
  }

  private void join(GpuStream stream) {
    joined.record(stream);
    context.stream().waitFor(joined);
  }

  private long streams() {
    return test.control().live(Kind.STREAMS);
  }

  private void elsewhere(Runnable work) {
    try {
      others.submit(work).get();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void severalThreadsMakeAStreamJoinOnce() {
    long before = streams();
    for (int round = 0; round < ROUNDS; round++) {
      context
          .capture(() -> {
            forked.record(context.stream());
            together(() -> side.waitFor(forked));
            join(side);
          })
          .close();
      assertThat(streams()).isEqualTo(before);
      assertThat(side.isCapturing()).isFalse();
    }
    side.awaitBlocking();
  }

  /** Two threads do the work at the same time; throws what one of them throws. */
  private void together(Runnable work) {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Future<?>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      both.add(
          others.submit(() -> {
            start.await();
            work.run();
            return null;
          }));
    }
    both.forEach(each -> elsewhere(() -> await(each)));
  }

  private static void await(Future<?> work) {
    try {
      work.get();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The launch has found no capture and is held in the driver; it computes once it goes on. */
  @Test
  void aLaunchThatHasBegunIsDoneBeforeItsStreamJoins() {
    DeviceFunction scale = test.kernel("scale");
    Lease memory = filled(1);
    GpuGraph graph =
        captureDuring("cuLaunchKernel", () -> test.run(scale, side, memory.address(), 2));
    assertThat(graph.launchCount()).isZero();
    assertThat(test.first(side, memory.address())).isEqualTo(2);
    graph.replay();
    context.awaitIdleBlocking();
    assertThat(test.first(side, memory.address())).isEqualTo(2);
    graph.close();
  }

  @Test
  void aCopyThatHasBegunIsDoneBeforeItsStreamJoins() {
    Lease from = filled(3);
    Lease to = filled(1);
    GpuGraph graph =
        captureDuring(
            "cuMemcpyDtoDAsync_v2", () -> side.copyWithin(from.address(), to.address(), BYTES));
    assertThat(test.first(side, to.address())).isEqualTo(3);
    graph.close();
  }

  private Lease filled(double value) {
    Lease memory = context.memory().lease(BYTES);
    test.fill(context.stream(), memory.address(), value);
    context.awaitIdleBlocking();
    return memory;
  }

  /** Captures; the side stream joins while a function of the driver is held in another thread. */
  private GpuGraph captureDuring(String function, Runnable work) {
    Background working = Background.runUntilHeld(test, function, work);
    return context.capture(() -> {
      forked.record(context.stream());
      Background joining = Background.run(() -> side.waitFor(forked));
      joining.awaitStuck(); // or it has joined already
      test.control().letGo(function);
      assertThat(working.await()).isNull();
      assertThat(joining.await()).isNull();
      join(side);
    });
  }

  @Test
  void aStreamOfAnotherDeviceDoesNotJoin() {
    StandIn standIn = test.control();
    standIn.devices(2);
    try (GpuDevices devices = GpuDevices.find(standIn.library().toString())) {
      GpuContext near = devices.devices().getFirst().context();
      GpuStream far = devices.devices().getLast().context().createStream();
      GpuEvent event = near.createEvent();
      List<String> found = new ArrayList<>();
      near.capture(
              () -> {
                event.record(near.stream());
                found.add(
                    catchThrowableOfType(StreamRefused.class, () -> far.waitFor(event)).work());
              })
          .close();
      assertThat(found).containsExactly("joining a capture of another device");
      assertThat(far.isCapturing()).isFalse();
      far.awaitBlocking();
      event.close();
    }
  }

  @Test
  void theStreamOfTheContextIsToldThatTheCaptureHasEnded() {
    context.capture(() -> forked.record(context.stream())).close();
    GpuStream usual = context.stream();
    assertThat(catchThrowableOfType(CaptureRefused.class, () -> usual.waitFor(forked)).work())
        .isEqualTo("a wait for an event");
  }

  @Test
  void aWaitForAGraphLeavesACaptureOfItsLastStreamOpen() {
    Lease answer = context.memory().lease(BYTES);
    test.fill(context.stream(), answer.address(), -1); // a negative number: nothing is wrong
    context.awaitIdleBlocking();
    GpuGraph.Check check = new GpuGraph.Check("an operator", "an argument", "%d %d %d", 1, answer);
    GpuGraph graph = context.capture(() -> context.stream().checkLater(check));
    try (GpuStream.Entered _ = side.enter()) {
      graph.replay();
    }
    context
        .capture(() -> {
          forked.record(context.stream());
          side.waitFor(forked);
          elsewhere(graph::awaitBlocking);
          join(side);
        })
        .close();
    graph.close();
  }

  @Test
  void aPoolThatCannotBeEndedDoesNotKeepTheOthers() {
    GpuStream second = context.createStream();
    long before = streams();
    GpuGraph graph =
        context.capture(() -> {
          forked.record(context.stream());
          for (GpuStream each : List.of(side, second)) {
            each.waitFor(forked);
            join(each);
          }
        });
    assertThat(streams()).isEqualTo(before + 3);
    test.control().failNextCalls("cuStreamDestroy_v2", 2, 2);
    assertThat(catchThrowableOfType(CudaFailure.class, graph::close).function())
        .isEqualTo("cuStreamDestroy");
    assertThat(streams()).isLessThanOrEqualTo(before + 1);
    context.capture(() -> {}).close();
  }
}
