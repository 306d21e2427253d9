package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Pin;
import jackfield.tensor.DType;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that errors during an allocation or a release lose no block and no count. */
@Tag("slow")
final class MemoryFaultsTest {
  private static final long MIB = 1 << 20;
  private static final long DEADLINE_NANOS = 20_000_000_000L;

  /** Makes each point throw in turn. */
  private static final class Failing extends Faults {
    private int left = Integer.MAX_VALUE;

    @Override
    void point() {
      if (--left == 0) {
        throw new Injected();
      }
    }
  }

  private static final class Injected extends VirtualMachineError {
    private static final long serialVersionUID = 1;
  }

  private static final int THREADS = 40;
  private static final long STACK_BYTES = 256 << 10;
  private static final int DEPTHS = 400;
  private static final int AFTER_SUCCESS = 3;

  private int overflows; // written by one thread at a time
  private final CountingHeap heap = new CountingHeap(Long.MAX_VALUE);
  private final Failing faults = new Failing();
  private final HostMemory memory = new HostMemory(16 * MIB, heap, faults);
  private final MemoryDomain domain = new MemoryDomain(Device.CPU, memory);

  /** Moves blocks in every possible way; on a new thread, which has no memory yet. */
  private void work() {
    try (Scope scope = Scope.open()) {
      memory.allocate(domain, 100);
      memory.allocate(domain, MIB).close();
      long[] one = {1};
      scope.keep(Tensor.of(0, DType.UINT8, memory.allocate(domain, 2 * MIB), one, one, 0));
      memory.release(memory.allocate(domain, 8 * MIB), false);
      memory.allocate(domain, 9 * MIB).close();
      try (Pin _ = Pin.open()) {
        memory.release(memory.allocate(domain, 10 * MIB), false);
        memory.allocate(domain, 3 * MIB);
        memory.allocate(domain, 4096);
      }
    }
    memory.trim();
  }

  private static void onAnotherThread(long stackBytes, Runnable task) {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread = new Thread(null, task, "worker", stackBytes);
    thread.setUncaughtExceptionHandler((_, error) -> thrown.set(error));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    assertThat(thrown.get()).isNull();
  }

  private void workWithFaultAt(int point, AtomicInteger failed) {
    faults.left = point;
    try {
      work();
    } catch (Injected _) {
      failed.incrementAndGet();
    }
    faults.left = Integer.MAX_VALUE;
  }

  private void assertNothingIsLost() {
    long end = System.nanoTime() + DEADLINE_NANOS;
    while (memory.takenBytes() != 0 && System.nanoTime() < end) {
      System.gc();
      memory.trim();
    }
    assertThat(memory.takenBytes()).isZero();
    assertThat(heap.takenBytes()).isZero();
    assertThat(heap.wrongFrees()).isZero();
  }

  @Test
  void anErrorAtAnyPointLosesNothing() {
    AtomicInteger failed = new AtomicInteger();
    int point = 0;
    do {
      int next = ++point;
      onAnotherThread(0, () -> workWithFaultAt(next, failed));
      assertThat(heap.takenBytes()).as("after point " + point).isEqualTo(memory.takenBytes());
      onAnotherThread(0, this::work);
      assertNothingIsLost();
    } while (failed.get() == point);
    assertThat(failed.get()).isGreaterThan(40);
  }

  @Test
  @Tag("thorough")
  void aStackOverflowAtAnyDepthLosesNothing() {
    onAnotherThread(0, this::work);
    for (int offset = 0; offset < THREADS; offset++) {
      int frames = offset;
      onAnotherThread(STACK_BYTES, () -> start(frames));
      assertThat(heap.takenBytes()).as("offset " + offset).isEqualTo(memory.takenBytes());
    }
    assertThat(overflows).isGreaterThan(10 * THREADS);
    onAnotherThread(0, this::work);
    assertNothingIsLost();
  }

  /** Runs with the stack a little deeper. */
  private void start(int frames) {
    if (frames > 0) {
      start(frames - 1);
      return;
    }
    dive(new int[] {DEPTHS});
  }

  /** Fills the stack; on return it runs the work in each of the last frames. */
  @SuppressWarnings("InfiniteRecursion") // it is meant to overflow the stack
  private void dive(int[] left) {
    try {
      dive(left);
    } catch (StackOverflowError _) {
      left[0]--; // no frame fits here
    }
    if (left[0] > 0) {
      try {
        left[0]--;
        work();
        left[0] = Math.min(left[0], AFTER_SUCCESS);
      } catch (StackOverflowError | LinkageError _) { // a native call reports the overflow so
        overflows++;
      }
    }
  }
}
