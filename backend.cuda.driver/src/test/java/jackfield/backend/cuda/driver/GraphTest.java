package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import org.junit.jupiter.api.Test;

/** Graphs: a capture computes nothing, and each replay computes all of it. */
final class GraphTest {
  @Test
  void aCaptureComputesNothingAndEachReplayComputesAll() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceFunction scale = test.kernel("scale");
      Lease memory = context.memory().lease(TestDevice.BYTES);
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
      Lease memory = context.memory().lease(TestDevice.BYTES);
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
  void theWaitOfAnotherThreadForTheDeviceDoesNotHarmACapture() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Lease memory = context.memory().lease(TestDevice.BYTES);
      GpuGraph graph =
          context.capture(() -> {
            context.stream().zero(memory.address(), TestDevice.BYTES);
            assertThat(Background.run(context::awaitIdleBlocking).await()).isNull();
          });
      graph.replay();
      assertThat(test.first(context.stream(), memory.address())).isZero();
      graph.close();
    }
  }

  @Test
  void aKernelThatFailsInAReplayPoisonsTheDeviceAndNamesTheGraph() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceFunction scale = test.kernel("scale");
      Lease memory = context.memory().lease(TestDevice.BYTES);
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
