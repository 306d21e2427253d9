package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.failure.DeviceOutOfMemory;
import jackfield.memory.Storage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memory of a capture: what the graph keeps, and what it returns at its end. */
final class GraphMemoryTest {
  private static final int LARGE = 4 << 20;
  private static final long MOST_BYTES = 40 << 20; // of the 64 MiB of the device

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
      Lease memory = context.memory().lease(TestDevice.BYTES);
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
  void aCaptureGetsMemoryThatOtherStreamsKeepUnused() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceMemory memory = context.memory();
      Lease kept = memory.lease(TestDevice.BYTES);
      Lease large = memory.lease(MOST_BYTES);
      context.stream().zero(large.address(), MOST_BYTES);
      memory.release(large);
      List<Lease> made = new ArrayList<>();
      Runnable body =
          () -> {
            context.stream().copyWithin(kept.address(), kept.address() + 8, 8);
            made.add(memory.lease(MOST_BYTES));
            context.stream()
                .copyWithin(kept.address(), made.getFirst().address(), TestDevice.BYTES);
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
      long[] before = test.live();
      Throwable thrown =
          catchThrowable(() -> context.capture(() -> context.memory().lease(MOST_BYTES)));
      assertThat(thrown).isInstanceOf(DeviceOutOfMemory.class);
      assertThat(context.memory().statistics().retries()).isEqualTo(1);
      assertThat(test.live()).isEqualTo(before);
      test.fill(context.stream(), used.address(), 2);
      assertThat(test.first(context.stream(), used.address())).isEqualTo(2);
    }
  }
}
