package jackfield.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The threads of loops: their number, and their end. */
@Timeout(60)
class WorkersTest {
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

  @Test
  void releaseEndsTheWorkers() {
    Meeting meeting = new Meeting();
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    Parallel.range(
        4,
        1,
        (from, to) -> {
          if (!meeting.isCaller()) {
            workers.add(Thread.currentThread());
          }
          Meeting.unchecked(meeting::await);
        });
    assertThat(workers)
        .isNotEmpty()
        .allSatisfy(worker -> {
          assertThat(worker.isDaemon()).isTrue();
          assertThat(worker.getName()).startsWith("jackfield-worker-");
        });
    Parallel.release(); // also while they still look for the next loop
    assertThat(workers).noneMatch(Thread::isAlive);
    Visits.assertEachElementIsVisitedOnce();
  }

  @Tag("slow")
  @Test
  void aWorkerThatIsReleasedInsideALoopEndsAfterIt() throws InterruptedException {
    Meeting meeting = new Meeting();
    CountDownLatch isReleased = new CountDownLatch(1);
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    Set<Long> parts = ConcurrentHashMap.newKeySet();
    Parallel.range(
        4,
        1,
        (from, to) -> {
          Meeting.unchecked(meeting::await);
          if (meeting.isCaller()) {
            Parallel.release(); // returns although a worker is inside
            isReleased.countDown();
          } else {
            workers.add(Thread.currentThread());
            Meeting.unchecked(isReleased::await);
          }
          parts.add(from);
        });
    assertThat(parts).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    for (Thread worker : workers) {
      worker.join(); // within the time limit of the test
    }
    Visits.assertEachElementIsVisitedOnce();
  }

  @Test
  void thePropertyIsANumberOfThreads() {
    assertThat(Workers.initialThreads("7")).isEqualTo(7);
    assertThat(Workers.initialThreads(null)).isBetween(1, Parallel.MOST_THREADS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "0", "-1", "1025", "4294967297", "2.0"})
  void aPropertyThatIsNoNumberOfThreadsIsRefused(String property) {
    assertThatThrownBy(() -> Workers.initialThreads(property))
        .isInstanceOfSatisfying(
            InvalidArgument.class,
            error -> assertThat(error.argument()).isEqualTo("-Djackfield.threads"));
  }

  @Test
  void aNumberOfThreadsOutOfRangeIsRefused() {
    assertThatThrownBy(() -> Parallel.setThreads(0))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("threads"));
    assertThatThrownBy(() -> Parallel.setThreads(Parallel.MOST_THREADS + 1))
        .isInstanceOf(InvalidArgument.class);
    assertThat(Parallel.threads()).isEqualTo(3);
  }
}
