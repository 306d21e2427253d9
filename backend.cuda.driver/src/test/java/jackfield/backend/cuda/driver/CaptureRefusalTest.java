package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import java.util.List;
import java.util.function.Consumer;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;

/** Captures that fail: the error says why, and nothing is left of them. */
final class CaptureRefusalTest {
  private static final int LARGE = 4 << 20;

  @Test
  void whatCannotBeRepeatedIsRefusedAndTheStreamsAreUsableAfterwards() {
    try (TestDevice test = TestDevice.open();
        HostNumbers numbers = new HostNumbers(1)) {
      Lease memory = test.context().memory().lease(TestDevice.BYTES);
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
    Lease memory = context.memory().lease(TestDevice.BYTES);
    long[] before = test.live();
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
    assertThat(test.live()).as(work).isEqualTo(before);
    test.fill(context.stream(), memory.address(), 1);
    test.run(scale, context.stream(), memory.address(), 4);
    assertThat(test.first(context.stream(), memory.address())).isEqualTo(4);
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
      long[] before = test.live();
      IllegalStateException error = new IllegalStateException("of the body");
      assertThat(
              catchThrowable(() ->
                  context.capture(() -> {
                    context.stream().zero(context.memory().lease(8).address(), 8);
                    throw error;
                  })))
          .isSameAs(error);
      assertThat(test.live()).isEqualTo(before);
      context.awaitIdleBlocking();
    }
  }

  @Test
  void failuresOfTheDriverLeaveNothing() {
    try (TestDevice test = TestDevice.open()) {
      for (String function :
          List.of("cuStreamBeginCapture_v2", "cuStreamEndCapture", "cuGraphInstantiateWithFlags")) {
        GpuContext context = test.context();
        long[] before = test.live();
        test.control().failNextCall(function, 2);
        assertThat(
                catchThrowable(() ->
                    context.capture(
                        () -> context.stream().zero(context.memory().lease(LARGE).address(), 8))))
            .as(function)
            .isInstanceOf(CudaFailure.class);
        assertThat(test.live()).as(function).isEqualTo(before);
        context.awaitIdleBlocking();
      }
    }
  }

  /** A library that waits for the device past this bundle makes the driver give up the capture. */
  @Test
  void aCaptureThatTheDriverInvalidatesIsAnError() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      long[] before = test.live();
      CudaFailure failure =
          catchThrowableOfType(
              CudaFailure.class,
              () ->
                  context.capture(() -> assertThat(JCudaDriver.cuCtxSynchronize()).isEqualTo(900)));
      assertThat(failure.code()).isEqualTo(901);
      assertThat(failure.isSticky()).isFalse();
      assertThat(test.live()).isEqualTo(before);
      context.awaitIdleBlocking();
    }
  }
}
