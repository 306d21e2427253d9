package jackfield.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParallelTest {
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
  void everyElementIsInOnePart() {
    Visits.assertEachElementIsVisitedOnce();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void thePartsDoNotDependOnTheNumberOfThreads(int threads) {
    Parallel.setThreads(threads);
    Set<String> parts = ConcurrentHashMap.newKeySet();
    Parallel.range(10, 4, (from, to) -> parts.add(from + "-" + to));
    assertThat(parts).containsExactlyInAnyOrder("0-4", "4-8", "8-10");
    assertThat(Parallel.parts(10, 4)).isEqualTo(3);
  }

  @Test
  void aLoopInAPartRunsOnItsThread() {
    Collection<Boolean> isSame = new ConcurrentLinkedQueue<>();
    Parallel.range(
        8,
        1,
        (from, to) -> {
          Thread outer = Thread.currentThread();
          Parallel.range(8, 1, (a, b) -> isSame.add(Thread.currentThread() == outer));
        });
    assertThat(isSame).hasSize(64).doesNotContain(false);
  }

  @Test
  void severalCallersComputeAtOnce() throws InterruptedException {
    AtomicInteger wrong = new AtomicInteger();
    List<Thread> callers = new ArrayList<>();
    for (int caller = 0; caller < 6; caller++) {
      Runnable work = () -> countWrongSums(wrong);
      callers.add(caller % 2 == 0 ? new Thread(work) : Thread.ofVirtual().unstarted(work));
    }
    callers.forEach(Thread::start);
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(wrong).hasValue(0);
  }

  private static void countWrongSums(AtomicInteger wrong) {
    for (int round = 0; round < 300; round++) {
      long[] sums = new long[10];
      Parallel.range(
          100,
          10,
          (from, to) -> {
            for (long i = from; i < to; i++) {
              sums[(int) (from / 10)] += i;
            }
          });
      long total = 0;
      for (long sum : sums) {
        total += sum;
      }
      if (total != 4950) {
        wrong.incrementAndGet();
      }
    }
  }

  @Test
  void aWorkerIsInsideTheCallersCall() {
    Parallel.setThreads(2); // one worker, which may also take both parts
    DispatchContext caller = DispatchContext.current();
    Meeting meeting = new Meeting();
    List<DispatchContext> workers = new ArrayList<>();
    List<Object> seen = new ArrayList<>();
    assertThat(caller.enter(0)).isTrue();
    try (Guard _ = caller.exclude(DispatchKey.PROFILER.bits());
        Guard _ = caller.gradients(false)) {
      Parallel.range(
          2,
          1,
          (from, to) -> {
            if (!meeting.isCaller() && workers.isEmpty()) {
              DispatchContext own = DispatchContext.current();
              workers.add(own);
              seen.addAll(
                  List.of(own.epoch(), own.included(), own.excluded(), own.recordsGradients()));
            }
            Meeting.unchecked(meeting::await);
          });
      assertThat(seen).containsExactly(caller.epoch(), caller.included(), caller.excluded(), false);
    } finally {
      caller.exit();
    }
    DispatchContext worker = workers.getFirst();
    assertThat(worker.epoch).isZero();
    assertThat(worker.excluded()).isEqualTo(caller.excluded());
    assertThat(worker.recordsGradients()).isTrue();
    assertThat(worker.isInLoop()).isFalse();
  }

  @Test
  void nothingOfALoopIsKept() throws InterruptedException {
    WeakReference<Object> captured = runWithWorker();
    while (captured.get() != null) { // the test's timeout ends it
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(captured.get()).isNull();
  }

  private static WeakReference<Object> runWithWorker() {
    Object big = new Object();
    Meeting meeting = new Meeting();
    Parallel.range(
        4,
        1,
        (from, to) -> {
          Meeting.unchecked(meeting::await);
          assertThat(big).isNotNull();
        });
    return new WeakReference<>(big);
  }

  @Test
  void aLoopOnOneThreadEndsAtTheLargestCount() {
    Parallel.setThreads(1);
    Set<Long> ends = new LinkedHashSet<>();
    Parallel.range(
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        (from, to) -> {
          assertThat(from).isNotNegative();
          ends.add(to);
        });
    assertThat(ends).containsExactly(Long.MAX_VALUE - 1, Long.MAX_VALUE);
  }

  @Test
  void aGrainBelowOneIsRefused() {
    assertThatThrownBy(() -> Parallel.range(10, 0, (from, to) -> {}))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("grain"));
  }
}
