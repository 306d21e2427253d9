package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.cuda.standin.StandIn.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Graphs of several streams, which events of the capture order. */
final class ForkedGraphTest {
  private static final long BYTES = TestDevice.COUNT * 8L;
  private static final int SEEDS = 100;

  private TestDevice test; // set before each test, as are the fields below
  private GpuContext context;
  private GpuStream side;
  private GpuEvent forked;
  private GpuEvent joined;
  private DeviceFunction scale;

  @BeforeEach
  void open() {
    test = TestDevice.open();
    context = test.context();
    side = context.createStream();
    forked = context.createEvent();
    joined = context.createEvent();
    scale = test.kernel("scale");
  }

  @AfterEach
  void close() {
    if (test != null) {
      test.close();
    }
  }

  /** Lets {@link #side} run work beside the calling thread's stream. */
  private void fork(Runnable work) {
    forked.record(context.stream());
    side.waitFor(forked);
    try (GpuStream.Entered _ = side.enter()) {
      work.run();
    }
  }

  private void join() {
    joined.record(side);
    context.stream().waitFor(joined);
  }

  private void scale(Lease memory, double factor) {
    test.run(scale, context.stream(), memory.address(), factor);
  }

  private Lease filled(double value) {
    Lease memory = context.memory().lease(BYTES);
    test.fill(context.stream(), memory.address(), value);
    return memory;
  }

  private double first(Lease memory) {
    return test.first(context.stream(), memory.address());
  }

  private CaptureRefused refusal(Runnable body) {
    return catchThrowableOfType(CaptureRefused.class, () -> context.capture(body));
  }

  private long[] live() {
    return new long[] {
      test.control().live(Kind.STREAMS),
      test.control().live(Kind.EVENTS),
      test.control().live(Kind.GRAPHS),
      context.memory().statistics().reservedBytes()
    };
  }

  /** Whether captures leave nothing, and the streams can be used for other work. */
  private void assertUsable(long[] before) {
    assertThat(live()).isEqualTo(before);
    Lease memory = filled(2);
    context.awaitIdleBlocking();
    test.run(scale, side, memory.address(), 4);
    context.awaitIdleBlocking();
    assertThat(first(memory)).isEqualTo(8);
    context.memory().release(memory);
  }

  @Test
  void eventsOrderTheStreamsOfAGraphInEachReplayWhateverTheScheduleIs() {
    Lease a = filled(1);
    Lease b = filled(1);
    Lease sum = filled(1);
    try (GpuGraph graph =
        context.capture(() -> {
          scale(a, 2);
          fork(() -> {
            context.stream().copyWithin(a.address(), b.address(), BYTES);
            scale(b, 3);
          });
          context.stream().copyWithin(a.address(), sum.address(), BYTES);
          scale(sum, 5);
          join();
          context.stream().copyWithin(b.address(), sum.address() + 8, 8);
        })) {
      assertThat(graph.launchCount()).isEqualTo(3);
      for (int seed = 0; seed < SEEDS; seed++) {
        test.control().seed(seed);
        test.fill(context.stream(), a.address(), 1);
        graph.replay();
        graph.replay();
        context.awaitIdleBlocking();
        assertThat(first(a)).as("seed %d", seed).isEqualTo(4);
        assertThat(first(sum)).as("seed %d", seed).isEqualTo(20);
        double fromSide = test.first(context.stream(), sum.address() + 8);
        assertThat(fromSide).as("seed %d", seed).isEqualTo(12);
      }
    }
  }

  /** The schedules are worth something: what no event orders has several results. */
  @Test
  void streamsOfAGraphRunBesideEachOther() {
    Lease a = filled(1);
    Lease copy = filled(1);
    Set<Double> results = new HashSet<>();
    try (GpuGraph graph =
        context.capture(() -> {
          fork(() -> scale(a, 3));
          context.stream().copyWithin(a.address(), copy.address(), BYTES);
          join();
        })) {
      for (int seed = 0; seed < SEEDS; seed++) {
        test.control().seed(seed);
        test.fill(context.stream(), a.address(), 1);
        graph.replay();
        results.add(first(copy));
      }
    }
    assertThat(results).containsExactlyInAnyOrder(1.0, 3.0);
  }

  @Test
  void theEarlierWorkOfAStreamIsDoneWhenItJoins() {
    Lease a = filled(1);
    context.awaitIdleBlocking();
    test.run(scale, side, a.address(), 7);
    GpuGraph graph =
        context.capture(() -> {
          fork(() -> scale(a, 2));
          join();
        });
    assertThat(first(a)).isEqualTo(7);
    test.run(scale, side, a.address(), 3); // computed at once: the stream has left the capture
    side.awaitBlocking();
    assertThat(first(a)).isEqualTo(21);
    graph.replay();
    assertThat(first(a)).isEqualTo(42);
    graph.close();
  }

  @Test
  void workThatIsNotJoinedIsRefusedAndLeavesNothing() {
    Lease a = filled(1);
    long[] before = live();
    CaptureRefused refusal = refusal(() -> fork(() -> scale(a, 3)));
    assertThat(refusal.work()).isEqualTo("the end of the capture");
    assertUsable(before);
  }

  @Test
  void anErrorOfTheBodyIsKeptAndTheStreamsLeave() {
    Lease a = filled(1);
    long[] before = live();
    IllegalStateException error = new IllegalStateException("of the body");
    Runnable body =
        () ->
            fork(() -> {
              scale(a, 3);
              throw error;
            });
    assertThat(catchThrowableOfType(IllegalStateException.class, () -> context.capture(body)))
        .isSameAs(error);
    assertUsable(before);
  }

  @Test
  void aStreamThatTheBodyDoesNotLeaveFailsTheCapture() {
    GpuStream usual = context.stream();
    long[] before = live();
    List<GpuStream.Entered> entered = new ArrayList<>();
    CaptureRefused refusal =
        refusal(() -> {
          fork(() -> {});
          join();
          entered.add(side.enter());
        });
    assertThat(refusal.work()).isEqualTo("the end of the capture");
    assertThat(context.stream()).isSameAs(usual);
    entered.getFirst().close();
    assertUsable(before);
    side.close();
  }

  @Test
  void eachStreamHasMemoryOfItsOwnAndNoOtherWorkGetsIt() {
    Lease a = filled(1);
    List<Long> ofSide = new ArrayList<>();
    List<Long> ofFirst = new ArrayList<>();
    long[] before = live();
    GpuGraph graph =
        context.capture(() -> {
          fork(() -> {
            for (int i = 0; i < 3; i++) {
              ofSide.add(scratch(a));
            }
          });
          ofFirst.add(scratch(a));
          Lease shared = context.memory().lease(BYTES);
          try (GpuStream.Entered _ = side.enter()) {
            scale(shared, 2);
          }
          context.memory().release(shared);
          ofFirst.add(shared.address());
          ofFirst.add(scratch(a));
          join();
        });
    assertThat(ofSide.stream().distinct()).hasSize(1);
    assertThat(ofFirst).doesNotContainAnyElementsOf(ofSide);
    assertThat(ofFirst.getLast()).as("used by the other stream").isNotEqualTo(ofFirst.get(1));
    List<Long> later = new ArrayList<>();
    try (GpuStream.Entered _ = side.enter()) {
      later.add(context.memory().lease(BYTES).address());
    }
    assertThat(later).doesNotContainAnyElementsOf(ofSide).doesNotContainAnyElementsOf(ofFirst);
    graph.close();
    assertThat(live()[0]).isEqualTo(before[0]);
    assertThat(context.memory().statistics().segments()).isEqualTo(2);
  }

  /** Uses memory in the order of the current stream, and returns its address. */
  private long scratch(Lease from) {
    Lease scratch = context.memory().lease(BYTES);
    context.stream().copyWithin(from.address(), scratch.address(), BYTES);
    context.memory().release(scratch);
    return scratch.address();
  }

  @Test
  void anEventOfACaptureIsNoPointInComputedWork() {
    long[] before = live();
    assertThat(
            refusal(
                    () -> {
                      forked.record(context.stream());
                      forked.isDone();
                    })
                .work())
        .isEqualTo("a query of an event");
    assertThat(catchThrowableOfType(CaptureRefused.class, forked::awaitBlocking).work())
        .isEqualTo("a wait for an event");
    assertThat(catchThrowableOfType(CaptureRefused.class, () -> side.waitFor(forked)).work())
        .isEqualTo("a wait for an event");
    forked.record(side);
    forked.awaitBlocking();
    assertUsable(before);
  }

  @Test
  void theStreamOfTheContextDoesNotJoin() {
    GpuStream usual = context.stream();
    long[] before = live();
    List<String> work = new ArrayList<>();
    Runnable body =
        () -> {
          forked.record(context.stream());
          StreamRefused refusal =
              catchThrowableOfType(StreamRefused.class, () -> usual.waitFor(forked));
          work.add(refusal.work());
        };
    context.capture(body).close();
    assertThat(work).containsExactly("capturing the context's own stream");
    assertUsable(before);
  }

  @Test
  void aDeviceThatIsClosedInsideAForkIsClosedAndNothingIsLeft() {
    long before = test.leaks();
    Lease a = filled(1);
    Runnable body =
        () ->
            fork(() -> {
              scale(a, 3);
              context.memory().release(a);
              test.device().close();
            });
    assertThat(refusal(body)).isNotNull();
    assertThat(context.isUsable()).isFalse();
    assertThat(test.leaks()).isEqualTo(before + 2); // the two events of this test
  }

  @Test
  void failuresOfTheDriverAtAForkLeaveNothing() {
    Lease a = filled(1);
    for (String function : List.of("cuStreamWaitEvent", "cuEventRecord", "cuStreamCreate")) {
      long[] before = live();
      Runnable body =
          () -> {
            scale(a, 2);
            test.control().failNextCall(function, 2);
            fork(() -> {});
            join();
          };
      assertThat(catchThrowableOfType(CudaFailure.class, () -> context.capture(body)).function())
          .isEqualTo(function);
      assertUsable(before);
    }
  }
}
