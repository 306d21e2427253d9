package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Captures of several streams that fail, or use an event in a wrong way: nothing is left of them.
 */
final class ForkedCaptureTest {
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
  void workThatIsNotJoinedIsRefusedAndLeavesNothing() {
    Lease a = forks.filled(1);
    long[] before = forks.live();
    CaptureRefused refusal = forks.refusal(() -> forks.fork(() -> forks.scale(a, 3)));
    assertThat(refusal.work()).isEqualTo("the end of the capture");
    forks.assertUsable(before);
  }

  @Test
  void anErrorOfTheBodyIsKeptAndTheStreamsLeave() {
    Lease a = forks.filled(1);
    long[] before = forks.live();
    IllegalStateException error = new IllegalStateException("of the body");
    Runnable body =
        () ->
            forks.fork(() -> {
              forks.scale(a, 3);
              throw error;
            });
    assertThat(catchThrowableOfType(IllegalStateException.class, () -> forks.context.capture(body)))
        .isSameAs(error);
    forks.assertUsable(before);
  }

  @Test
  void aStreamThatTheBodyDoesNotLeaveFailsTheCapture() {
    GpuStream usual = forks.context.stream();
    long[] before = forks.live();
    List<GpuStream.Entered> entered = new ArrayList<>();
    CaptureRefused refusal =
        forks.refusal(() -> {
          forks.fork(() -> {});
          forks.join();
          entered.add(forks.side.enter());
        });
    assertThat(refusal.work()).isEqualTo("the end of the capture");
    assertThat(forks.context.stream()).isSameAs(usual);
    entered.getFirst().close();
    forks.assertUsable(before);
    forks.side.close();
  }

  @Test
  void anEventOfACaptureIsNoPointInComputedWork() {
    long[] before = forks.live();
    assertThat(
            forks
                .refusal(() -> {
                  forks.forked.record(forks.context.stream());
                  forks.forked.isDone();
                })
                .work())
        .isEqualTo("a query of an event");
    assertThat(catchThrowableOfType(CaptureRefused.class, forks.forked::awaitBlocking).work())
        .isEqualTo("a wait for an event");
    assertThat(
            catchThrowableOfType(CaptureRefused.class, () -> forks.side.waitFor(forks.forked))
                .work())
        .isEqualTo("a wait for an event");
    forks.forked.record(forks.side);
    forks.forked.awaitBlocking();
    forks.assertUsable(before);
  }

  @Test
  void theStreamOfTheContextDoesNotJoin() {
    GpuStream usual = forks.context.stream();
    long[] before = forks.live();
    List<String> work = new ArrayList<>();
    Runnable body =
        () -> {
          forks.forked.record(forks.context.stream());
          StreamRefused refusal =
              catchThrowableOfType(StreamRefused.class, () -> usual.waitFor(forks.forked));
          work.add(refusal.work());
        };
    forks.context.capture(body).close();
    assertThat(work).containsExactly("capturing the context's own stream");
    forks.assertUsable(before);
  }

  @Test
  void aDeviceThatIsClosedInsideAForkIsClosedAndNothingIsLeft() {
    long before = forks.test.leaks();
    Lease a = forks.filled(1);
    Runnable body =
        () ->
            forks.fork(() -> {
              forks.scale(a, 3);
              forks.context.memory().release(a);
              forks.test.device().close();
            });
    assertThat(forks.refusal(body)).isNotNull();
    assertThat(forks.context.isUsable()).isFalse();
    assertThat(forks.test.leaks()).isEqualTo(before + 2); // the two events of this test
  }

  @Test
  void failuresOfTheDriverAtAForkLeaveNothing() {
    Lease a = forks.filled(1);
    for (String function : List.of("cuStreamWaitEvent", "cuEventRecord", "cuStreamCreate")) {
      long[] before = forks.live();
      Runnable body =
          () -> {
            forks.scale(a, 2);
            forks.test.control().failNextCall(function, 2);
            forks.fork(() -> {});
            forks.join();
          };
      assertThat(
              catchThrowableOfType(CudaFailure.class, () -> forks.context.capture(body)).function())
          .isEqualTo(function);
      forks.assertUsable(before);
    }
  }
}
