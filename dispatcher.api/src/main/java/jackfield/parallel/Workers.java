package jackfield.parallel;

import jackfield.context.DispatchContext;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The worker threads of the process and the loops that they can help with.
 *
 * <p>A caller puts its loop into a free slot and wakes two workers. Each worker that finds a loop
 * with parts wakes two more, so the number of running workers doubles without work for the caller.
 * There is one slot a thread; a caller that finds none runs its loop alone.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Workers {
  static final Workers ALL = new Workers(initialThreads());

  private static final int SLOTS = 64;
  private static final int WOKEN = 2;
  private static final int FRAMES_TO_FINISH = 64;

  private final AtomicReferenceArray<Loop> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicReferenceArray<Worker> workers =
      new AtomicReferenceArray<>(Parallel.MOST_THREADS - 1);
  private volatile int threads;

  Workers(int threads) {
    this.threads = threads;
  }

  private static int initialThreads() {
    int given = Integer.getInteger(Parallel.THREADS_PROPERTY, 0);
    int wanted = given > 0 ? given : Runtime.getRuntime().availableProcessors();
    return Math.min(wanted, Parallel.MOST_THREADS);
  }

  int threads() {
    return threads;
  }

  void setThreads(int wanted) {
    threads = wanted;
    release();
  }

  /** Runs the loop on the caller and the workers that come. */
  void run(Loop loop, DispatchContext caller) {
    reserveStack(FRAMES_TO_FINISH);
    int slot = offer(loop);
    caller.setInLoop(true);
    try {
      if (slot >= 0) {
        wake(loop);
      }
      loop.runParts();
    } finally {
      caller.setInLoop(false);
      if (slot >= 0) {
        slots.set(slot, null);
      }
      loop.finish();
    }
  }

  /** Fails here if the stack is too full for {@link Loop#finish}, which must not fail. */
  private static int reserveStack(int frames) {
    return frames == 0 ? 0 : reserveStack(frames - 1) + 1;
  }

  private int offer(Loop loop) {
    int most = Math.min(SLOTS, threads - 1);
    for (int slot = 0; slot < most; slot++) {
      if (slots.get(slot) == null && slots.compareAndSet(slot, null, loop)) {
        return slot;
      }
    }
    return -1;
  }

  /** Wakes two idle workers, or starts them. */
  void wake(Loop loop) {
    long missing = Math.min(WOKEN, loop.parts() - 1);
    for (int number = 0; number < threads - 1 && missing > 0; number++) {
      Worker worker = workers.get(number);
      boolean isAbsent = worker == null || worker.isOver();
      boolean isWoken = isAbsent ? start(number, worker) : worker.wake();
      missing -= isWoken ? 1 : 0;
    }
  }

  private boolean start(int number, Worker former) {
    Worker worker = new Worker(this, number);
    if (!workers.compareAndSet(number, former, worker)) {
      return false;
    }
    try {
      worker.start();
      return true;
    } catch (OutOfMemoryError _) { // no thread can be had: the caller does the work
      worker.giveUp();
      return false;
    }
  }

  /** Returns a loop with parts that no thread has taken, or null if worker {@code number} rests. */
  Loop find(int number) {
    if (number >= threads - 1) {
      return null;
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      Loop loop = slots.get(slot);
      if (loop != null && loop.hasParts()) {
        return loop;
      }
    }
    return null;
  }

  /** Ends idle workers and waits until they have ended. */
  void release() {
    for (int number = 0; number < workers.length(); number++) {
      Worker worker = workers.get(number);
      if (worker != null && worker.end()) {
        workers.compareAndSet(number, worker, null);
      }
    }
  }
}
