package jackfield.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.context.DispatchContext;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that a failure, a full stack or an interruption ends. */
@Timeout(60)
class ParallelFailureTest {
  private final int before = Parallel.threads();

  @BeforeEach
  void useThreeThreads() {
    Parallel.setThreads(3);
  }

  @AfterEach
  void restore() {
    Parallel.setThreads(before);
    Parallel.release();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFirstFailureIsThrownAndNoFurtherPartStarts(boolean inCaller) {
    Meeting meeting = new Meeting();
    AtomicInteger started = new AtomicInteger();
    Error failure = new AssertionError("expected");
    Throwable thrown =
        catchThrowable(() ->
            Parallel.range(
                1_000_000,
                1,
                (from, to) -> {
                  started.incrementAndGet();
                  Meeting.unchecked(meeting::await);
                  if (meeting.isCaller() == inCaller) {
                    throw failure;
                  }
                }));
    assertThat(thrown).isSameAs(failure);
    assertThat(started.get()).isLessThan(1_000_000);
    assertThat(DispatchContext.current().isInLoop()).isFalse();
    Visits.assertEachElementIsVisitedOnce();
  }

  @Test
  void aFullStackLeavesNoWorkerInside() {
    AtomicInteger inside = new AtomicInteger();
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger late = new AtomicInteger();
    Parallel.Body body =
        (from, to) -> {
          inside.incrementAndGet();
          if (isOver.get()) {
            late.incrementAndGet();
          }
          inside.decrementAndGet();
        };
    assertThatThrownBy(() -> fill(body, Integer.MAX_VALUE)).isInstanceOf(StackOverflowError.class);
    isOver.set(true);
    assertThat(late).hasValue(0);
    assertThat(DispatchContext.current().isInLoop()).isFalse();
    Visits.assertEachElementIsVisitedOnce();
  }

  private static void fill(Parallel.Body body, int frames) {
    Parallel.range(64, 1, body);
    if (frames > 0) {
      fill(body, frames - 1);
    }
  }

  @Test
  void anInterruptedCallerWaitsAndStaysInterrupted() {
    Parallel.setThreads(2); // one worker, so that the caller has a part
    Meeting meeting = new Meeting();
    AtomicInteger ended = new AtomicInteger();
    Thread caller = Thread.currentThread();
    Parallel.range(
        2,
        1,
        (from, to) -> {
          Meeting.unchecked(meeting::await);
          if (!meeting.isCaller()) {
            while (ended.get() == 0) {
              Thread.onSpinWait();
            }
            awaitParked(caller);
            caller.interrupt();
            awaitParked(caller);
          }
          ended.incrementAndGet();
        });
    assertThat(ended).hasValue(2);
    assertThat(Thread.interrupted()).isTrue();
  }

  /** Waits until the caller, whose part has ended, is parked. */
  private static void awaitParked(Thread caller) {
    while (caller.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }
}
