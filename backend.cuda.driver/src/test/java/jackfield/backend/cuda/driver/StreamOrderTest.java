package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Work of several streams, in orders that only streams and events restrict. */
final class StreamOrderTest {
  private static final int SEEDS = 200;

  @Test
  void aKernelRunsWithItsParameters() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().stream();
      DeviceMemory.Lease memory = test.context().memory().lease(TestDevice.COUNT * 8L);
      test.fill(stream, memory.address(), 2);
      test.run(test.kernel("scale"), stream, memory.address(), 3);
      assertThat(test.first(stream, memory.address())).isEqualTo(6);
      test.run(test.kernel("total"), stream, memory.address(), 0.5);
      assertThat(test.first(stream, memory.address())).isEqualTo(6 * 256 * 0.5);
    }
  }

  @Test
  void eventsOrderStreamsWhateverTheScheduleIs() {
    try (TestDevice test = TestDevice.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        assertThat(twoStreams(test, seed, true)).as("seed %d", seed).isEqualTo(2 * 3 + 0.0);
      }
    }
  }

  /** The schedules are worth something: without the event some of them give another result. */
  @Test
  void withoutAnEventSomeScheduleIsWrong() {
    try (TestDevice test = TestDevice.open()) {
      Set<Double> results = new HashSet<>();
      for (int seed = 0; seed < SEEDS; seed++) {
        results.add(twoStreams(test, seed, false));
      }
      assertThat(results).hasSizeGreaterThan(1);
    }
  }

  private static double twoStreams(TestDevice test, int seed, boolean ordered) {
    test.control().seed(seed);
    GpuContext context = test.context();
    DeviceFunction scale = test.kernel("scale");
    DeviceMemory.Lease memory = context.memory().lease(TestDevice.COUNT * 8L);
    try (GpuStream first = context.createStream();
        GpuStream second = context.createStream();
        GpuEvent filled = context.createEvent()) {
      test.fill(first, memory.address(), 2);
      if (ordered) {
        filled.record(first);
        second.waitFor(filled);
      }
      test.run(scale, second, memory.address(), 3);
      context.awaitIdleBlocking();
      return test.first(second, memory.address());
    } finally {
      context.memory().release(memory);
    }
  }

  @Test
  void nothingIsLeftWhenTheContextEnds() {
    TestDevice test = TestDevice.open();
    long before = test.leaks();
    DeviceMemory.Lease memory = test.context().memory().lease(1 << 22);
    test.context().createStream();
    test.kernel("scale");
    test.context().memory().release(memory);
    test.close();
    assertThat(test.leaks()).isEqualTo(before);
  }
}
