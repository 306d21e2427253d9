package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.cuda.standin.StandIn.Kind;

/** A device with a second stream, which forks from the current one and joins it again. */
final class Forks implements AutoCloseable {
  final TestDevice test = TestDevice.open();
  final GpuContext context = test.context();
  final GpuStream side = context.createStream();
  final GpuEvent forked = context.createEvent();
  private final GpuEvent joined = context.createEvent();
  private final DeviceFunction scale = test.kernel("scale");

  /** Lets {@link #side} run work beside the calling thread's stream. */
  void fork(Runnable work) {
    forked.record(context.stream());
    side.waitFor(forked);
    try (GpuStream.Entered _ = side.enter()) {
      work.run();
    }
  }

  /** Lets the calling thread's stream wait for {@link #side}. */
  void join() {
    joined.record(side);
    context.stream().waitFor(joined);
  }

  /** Launches a kernel on the current stream. */
  void scale(Lease memory, double factor) {
    test.run(scale, context.stream(), memory.address(), factor);
  }

  /** Launches a kernel on {@link #side}. */
  void scaleOnSide(Lease memory, double factor) {
    test.run(scale, side, memory.address(), factor);
  }

  /** Returns memory whose numbers are all the same. */
  Lease filled(double value) {
    Lease memory = context.memory().lease(TestDevice.BYTES);
    test.fill(context.stream(), memory.address(), value);
    return memory;
  }

  double first(Lease memory) {
    return test.first(context.stream(), memory.address());
  }

  CaptureRefused refusal(Runnable body) {
    return catchThrowableOfType(CaptureRefused.class, () -> context.capture(body));
  }

  long[] live() {
    return new long[] {
      test.control().live(Kind.STREAMS),
      test.control().live(Kind.EVENTS),
      test.control().live(Kind.GRAPHS),
      context.memory().statistics().reservedBytes()
    };
  }

  /** Whether captures leave nothing, and the streams can be used for other work. */
  void assertUsable(long[] before) {
    assertThat(live()).isEqualTo(before);
    Lease memory = filled(2);
    context.awaitIdleBlocking();
    scaleOnSide(memory, 4);
    context.awaitIdleBlocking();
    assertThat(first(memory)).isEqualTo(8);
    context.memory().release(memory);
  }

  @Override
  public void close() {
    test.close();
  }
}
