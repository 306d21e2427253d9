package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Graphs of several streams, which events of the capture order. */
final class ForkedGraphTest {
  private static final int SEEDS = 100;

  private Forks forks; // set before each test

  @BeforeEach
  void open() {
    forks = new Forks();
  }

  @AfterEach
  void close() {
    if (forks != null) {
      forks.close();
    }
  }

  @Test
  void eventsOrderTheStreamsOfAGraphInEachReplayWhateverTheScheduleIs() {
    Lease a = forks.filled(1);
    Lease b = forks.filled(1);
    Lease sum = forks.filled(1);
    try (GpuGraph graph =
        forks.context.capture(() -> {
          forks.scale(a, 2);
          forks.fork(() -> {
            forks.context.stream().copyWithin(a.address(), b.address(), TestDevice.BYTES);
            forks.scale(b, 3);
          });
          forks.context.stream().copyWithin(a.address(), sum.address(), TestDevice.BYTES);
          forks.scale(sum, 5);
          forks.join();
          forks.context.stream().copyWithin(b.address(), sum.address() + 8, 8);
        })) {
      assertThat(graph.launchCount()).isEqualTo(3);
      for (int seed = 0; seed < SEEDS; seed++) {
        forks.test.control().seed(seed);
        forks.test.fill(forks.context.stream(), a.address(), 1);
        graph.replay();
        graph.replay();
        forks.context.awaitIdleBlocking();
        assertThat(forks.first(a)).as("seed %d", seed).isEqualTo(4);
        assertThat(forks.first(sum)).as("seed %d", seed).isEqualTo(20);
        double fromSide = forks.test.first(forks.context.stream(), sum.address() + 8);
        assertThat(fromSide).as("seed %d", seed).isEqualTo(12);
      }
    }
  }

  /** The schedules are worth something: what no event orders has several results. */
  @Test
  void streamsOfAGraphRunBesideEachOther() {
    Lease a = forks.filled(1);
    Lease copy = forks.filled(1);
    Set<Double> results = new HashSet<>();
    try (GpuGraph graph =
        forks.context.capture(() -> {
          forks.fork(() -> forks.scale(a, 3));
          forks.context.stream().copyWithin(a.address(), copy.address(), TestDevice.BYTES);
          forks.join();
        })) {
      for (int seed = 0; seed < SEEDS; seed++) {
        forks.test.control().seed(seed);
        forks.test.fill(forks.context.stream(), a.address(), 1);
        graph.replay();
        results.add(forks.first(copy));
      }
    }
    assertThat(results).containsExactlyInAnyOrder(1.0, 3.0);
  }

  @Test
  void theEarlierWorkOfAStreamIsDoneWhenItJoins() {
    Lease a = forks.filled(1);
    forks.context.awaitIdleBlocking();
    forks.scaleOnSide(a, 7);
    GpuGraph graph =
        forks.context.capture(() -> {
          forks.fork(() -> forks.scale(a, 2));
          forks.join();
        });
    assertThat(forks.first(a)).isEqualTo(7);
    forks.scaleOnSide(a, 3); // computed at once: the stream has left the capture
    forks.side.awaitBlocking();
    assertThat(forks.first(a)).isEqualTo(21);
    graph.replay();
    assertThat(forks.first(a)).isEqualTo(42);
    graph.close();
  }

  @Test
  void eachStreamHasMemoryOfItsOwnAndNoOtherWorkGetsIt() {
    Lease a = forks.filled(1);
    List<Long> ofSide = new ArrayList<>();
    List<Long> ofFirst = new ArrayList<>();
    long[] before = forks.live();
    GpuGraph graph =
        forks.context.capture(() -> {
          forks.fork(() -> {
            for (int i = 0; i < 3; i++) {
              ofSide.add(scratch(a));
            }
          });
          ofFirst.add(scratch(a));
          Lease shared = forks.context.memory().lease(TestDevice.BYTES);
          try (GpuStream.Entered _ = forks.side.enter()) {
            forks.scale(shared, 2);
          }
          forks.context.memory().release(shared);
          ofFirst.add(shared.address());
          ofFirst.add(scratch(a));
          forks.join();
        });
    assertThat(ofSide.stream().distinct()).hasSize(1);
    assertThat(ofFirst).doesNotContainAnyElementsOf(ofSide);
    assertThat(ofFirst.getLast()).as("used by the other stream").isNotEqualTo(ofFirst.get(1));
    List<Long> later = new ArrayList<>();
    try (GpuStream.Entered _ = forks.side.enter()) {
      later.add(forks.context.memory().lease(TestDevice.BYTES).address());
    }
    assertThat(later).doesNotContainAnyElementsOf(ofSide).doesNotContainAnyElementsOf(ofFirst);
    graph.close();
    assertThat(forks.live()[0]).isEqualTo(before[0]);
    assertThat(forks.context.memory().statistics().segments()).isEqualTo(2);
  }

  /** Uses memory in the order of the current stream, and returns its address. */
  private long scratch(Lease from) {
    Lease scratch = forks.context.memory().lease(TestDevice.BYTES);
    forks.context.stream().copyWithin(from.address(), scratch.address(), TestDevice.BYTES);
    forks.context.memory().release(scratch);
    return scratch.address();
  }
}
