package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.context.JackfieldThread;
import jackfield.tensor.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MemoryOfThreadsTest {
  private static final long MIB = 1 << 20;
  private static final int AT_A_TIME = 1_000;
  private static final long DEADLINE_NANOS = 20_000_000_000L;

  private final CountingHeap heap = new CountingHeap(Long.MAX_VALUE);
  private final HostMemory memory = new HostMemory(128 * MIB, heap, Faults.NONE);
  private final MemoryDomain domain = new MemoryDomain(Device.CPU, memory);
  private final AtomicReference<Throwable> thrown = new AtomicReference<>();

  static Stream<Function<Runnable, Thread>> kinds() {
    return Stream.of(
        Thread.ofPlatform()::unstarted,
        Thread.ofVirtual()::unstarted,
        task -> new JackfieldThread("worker", task));
  }

  private Thread started(Function<Runnable, Thread> kind, Runnable task) {
    Thread thread = kind.apply(task);
    thread.setUncaughtExceptionHandler((_, error) -> thrown.set(error));
    thread.start();
    return thread;
  }

  private void assertAllReturns() {
    long end = System.nanoTime() + DEADLINE_NANOS;
    while (memory.takenBytes() != 0 && System.nanoTime() < end) {
      System.gc();
      memory.trim();
    }
    assertThat(memory.takenBytes()).isZero();
    assertThat(heap.takenBytes()).isZero();
    assertThat(heap.wrongFrees()).isZero();
    assertThat(thrown.get()).isNull();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void blocksThatEndedThreadsClosedAreReused(Function<Runnable, Thread> kind) throws Exception {
    List<Thread> ended = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Thread thread = started(kind, () -> memory.allocate(domain, 1_200_000).close());
      thread.join();
      ended.add(thread);
    }
    assertThat(thrown.get()).isNull();
    assertThat(memory.takenBytes()).isLessThan(100 * MIB);
    memory.trim();
    assertThat(heap.takenBytes()).isZero();
    assertThat(ended).hasSize(1_000);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theStoragesOfAScopeThatAnEndedThreadLeftOpenAreFreed(Function<Runnable, Thread> kind)
      throws Exception {
    List<Thread> ended = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Thread thread =
          started(
              kind,
              () -> {
                assertThat(Scope.open()).isNotNull();
                memory.allocate(domain, MIB);
                memory.allocate(domain, 10);
              });
      thread.join();
      ended.add(thread);
    }
    assertAllReturns();
    assertThat(ended).hasSize(20);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void trimFreesTheCachesOfIdleThreads(Function<Runnable, Thread> kind) throws Exception {
    try (Idlers _ = new Idlers(kind, 8, () -> memory.allocate(domain, 10 * MIB).close())) {
      assertThat(memory.takenBytes()).isPositive();
      memory.trim();
      assertThat(heap.takenBytes()).isZero();
    }
    assertAllReturns();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void idleThreadsKeepNoMemoryFromOthers(Function<Runnable, Thread> kind) throws Exception {
    CountDownLatch allHave = new CountDownLatch(8);
    try (Idlers _ =
        new Idlers(
            kind,
            8,
            () -> {
              Storage storage = memory.allocate(domain, 16 * MIB);
              allHave.countDown();
              await(allHave);
              storage.close();
            })) {
      assertThat(memory.takenBytes()).isEqualTo(128 * MIB);
      int before = heap.blocks();
      Storage same = memory.allocate(domain, 16 * MIB);
      assertThat(heap.blocks()).isEqualTo(before);
      Storage other = memory.allocate(domain, 100 * MIB);
      assertThat(memory.takenBytes()).isLessThanOrEqualTo(128 * MIB);
      same.close();
      other.close();
    }
    assertAllReturns();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anIdleThreadKeepsNoSlab(Function<Runnable, Thread> kind) throws Exception {
    try (Idlers _ =
        new Idlers(
            kind,
            4,
            () -> {
              for (int i = 0; i < 10_000; i++) {
                memory.allocate(domain, 64);
              }
            })) {
      assertThat(memory.takenBytes()).isPositive();
      assertAllReturns();
    }
  }

  @Test
  void shortThreadsShareSlabs() throws Exception {
    ofVirtualThreads(10_000, _ -> memory.allocate(domain, 64));
    assertThat(heap.blocks()).isLessThan(20);
    assertAllReturns();
  }

  @Tag("slow")
  @Test
  void aHundredThousandVirtualThreadsStayWithinTheBudgetAndLeaveNothing() throws Exception {
    ofVirtualThreads(100_000, this::request);
    assertThat(heap.blocks()).as("of 133,000 large blocks").isLessThan(40_000);
    assertAllReturns();
  }

  /** Allocates small and large tensors that a scope, another thread, or no thread closes. */
  private void request(int number) {
    if (number % 3 == 0) {
      memory.allocate(domain, 64);
      memory.allocate(domain, 20_000);
    } else if (number % 3 == 1) {
      memory.release(memory.allocate(domain, 100_000), false);
    } else {
      try (Scope scope = Scope.open()) {
        assertThat(scope).isNotNull();
        memory.allocate(domain, 64);
        memory.allocate(domain, 20_000);
        memory.allocate(domain, MIB);
      }
    }
    assertThat(memory.takenBytes()).isLessThanOrEqualTo(2 * memory.budgetBytes());
  }

  /** Runs a task on as many virtual threads, {@link #AT_A_TIME} of them at a time. */
  private void ofVirtualThreads(int count, IntConsumer task) {
    AtomicInteger done = new AtomicInteger();
    Semaphore requests = new Semaphore(AT_A_TIME);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        int number = i;
        requests.acquireUninterruptibly();
        executor.execute(() -> {
          try {
            task.accept(number);
            done.incrementAndGet();
          } catch (RuntimeException | Error error) {
            thrown.set(error);
          } finally {
            requests.release();
          }
        });
      }
    }
    assertThat(thrown.get()).isNull();
    assertThat(done.get()).isEqualTo(count);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the other threads did not come");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Threads that have run a task and stay alive. */
  private final class Idlers implements AutoCloseable {
    private final CountDownLatch isOver = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    Idlers(Function<Runnable, Thread> kind, int count, Runnable task) {
      CountDownLatch done = new CountDownLatch(count);
      for (int i = 0; i < count; i++) {
        threads.add(
            started(
                kind,
                () -> {
                  task.run();
                  done.countDown();
                  MemoryOfThreadsTest.await(isOver);
                }));
      }
      MemoryOfThreadsTest.await(done);
    }

    @Override
    public void close() {
      isOver.countDown();
      for (Thread thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException interrupted) {
          throw new IllegalStateException(interrupted);
        }
      }
    }
  }
}
