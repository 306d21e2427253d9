package jackfield.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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

  /** Blocks the caller's first part until a worker has run one, so that both take part. */
  private static final class Meeting {
    private final Thread caller = Thread.currentThread();
    private final CountDownLatch worker = new CountDownLatch(1);

    boolean isCaller() {
      return Thread.currentThread() == caller;
    }

    void await() throws InterruptedException {
      if (isCaller()) {
        worker.await();
      } else {
        worker.countDown();
      }
    }
  }

  /** Runs {@code step}, which may throw anything. */
  private static void unchecked(Step step) {
    try {
      step.run();
    } catch (InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws InterruptedException;
  }

  // ---- parts

  @Test
  void everyElementIsInOnePart() {
    long seed = Long.getLong("test.seed", 1);
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Parallel.setThreads(1 + random.nextInt(6));
      int count = random.nextInt(300);
      int grain = 1 + random.nextInt(40);
      AtomicIntegerArray visits = new AtomicIntegerArray(count);
      Parallel.range(
          count,
          grain,
          (from, to) -> {
            for (long i = from; i < to; i++) {
              visits.incrementAndGet((int) i);
            }
          });
      for (int i = 0; i < count; i++) {
        assertThat(visits.get(i)).as("seed %d, element %d", seed, i).isEqualTo(1);
      }
    }
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

  // ---- the call

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
            unchecked(meeting::await);
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
          unchecked(meeting::await);
          assertThat(big).isNotNull();
        });
    return new WeakReference<>(big);
  }

  // ---- failures

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
                  unchecked(meeting::await);
                  if (meeting.isCaller() == inCaller) {
                    throw failure;
                  }
                }));
    assertThat(thrown).isSameAs(failure);
    assertThat(started.get()).isLessThan(1_000_000);
    assertThat(DispatchContext.current().isInLoop()).isFalse();
    everyElementIsInOnePart();
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
    everyElementIsInOnePart();
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
          unchecked(meeting::await);
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

  // ---- threads

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
          unchecked(meeting::await);
        });
    assertThat(workers)
        .isNotEmpty()
        .allSatisfy(worker -> {
          assertThat(worker.isDaemon()).isTrue();
          assertThat(worker.getName()).startsWith("jackfield-worker-");
        });
    Parallel.release(); // also while they still look for the next loop
    assertThat(workers).noneMatch(Thread::isAlive);
    everyElementIsInOnePart();
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
          unchecked(meeting::await);
          if (meeting.isCaller()) {
            Parallel.release(); // returns although a worker is inside
            isReleased.countDown();
          } else {
            workers.add(Thread.currentThread());
            unchecked(isReleased::await);
          }
          parts.add(from);
        });
    assertThat(parts).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    for (Thread worker : workers) {
      worker.join(); // within the time limit of the test
    }
    everyElementIsInOnePart();
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

  @Test
  void aGrainBelowOneIsRefused() {
    assertThatThrownBy(() -> Parallel.range(10, 0, (from, to) -> {}))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("grain"));
  }
}
