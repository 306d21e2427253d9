package jackfield.parallel;

import jackfield.context.DispatchContext;
import jackfield.error.InvalidArgument;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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
  static final Workers ALL = new Workers();

  private static final int SLOTS = 64;
  private static final int WOKEN = 2;
  private static final int FRAMES_TO_FINISH = 64;
  private static final long RELEASE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AtomicReferenceArray<Loop> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicReferenceArray<Worker> workers =
      new AtomicReferenceArray<>(Parallel.MOST_THREADS - 1);
  private final Set<Worker> alive = ConcurrentHashMap.newKeySet(); // started and not ended
  private volatile int threads; // 0 until the property was read; writes hold this object's lock

  static {
    linkTheEndOfLoops();
  }

  /**
   * Runs a loop to its end: its steps are linked now, since a full stack would prevent it later.
   */
  private static void linkTheEndOfLoops() {
    Loop loop = new Loop(1, 1, (_, _) -> {}, DispatchContext.current().snapshot());
    loop.runParts();
    loop.finish();
  }

  /** Returns the number that is set, or reads it from the property at the first call. */
  int threads() {
    int set = threads;
    return set != 0 ? set : readProperty();
  }

  private synchronized int readProperty() {
    if (threads == 0) {
      threads = initialThreads(System.getProperty(Parallel.THREADS_PROPERTY));
    }
    return threads;
  }

  /**
   * Returns the number of threads that the property asks for.
   *
   * @param property its value, or null for the number of processors
   */
  static int initialThreads(String property) {
    if (property == null) {
      return Math.min(Runtime.getRuntime().availableProcessors(), Parallel.MOST_THREADS);
    }
    try {
      int wanted = Integer.parseInt(property.strip());
      if (wanted >= 1 && wanted <= Parallel.MOST_THREADS) {
        return wanted;
      }
    } catch (NumberFormatException _) {
      // refused below, as a number out of range is
    }
    throw new InvalidArgument(
        "jackfield.parallel",
        "-D" + Parallel.THREADS_PROPERTY,
        "must be a number from 1 to %d, found \"%s\"".formatted(Parallel.MOST_THREADS, property));
  }

  void setThreads(int wanted) {
    synchronized (this) {
      threads = wanted;
    }
    endAll();
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

  private synchronized boolean start(int number, Worker former) {
    if (workers.get(number) != former) {
      return false;
    }
    try {
      Worker worker = new Worker(this, number);
      alive.add(worker);
      workers.set(number, worker);
      worker.start();
      return true;
    } catch (OutOfMemoryError _) { // no thread can be had: the caller does the work
      giveUp(number, former);
      return false;
    }
  }

  private void giveUp(int number, Worker former) {
    Worker unstarted = workers.get(number);
    if (unstarted != former) {
      unstarted.end();
      alive.remove(unstarted);
    }
  }

  /** Forgets a worker whose thread ends. */
  void ended(Worker worker) {
    alive.remove(worker);
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

  /** Ends all workers and waits until they have ended, at most a second. */
  void release() {
    endAll();
    long deadline = System.nanoTime() + RELEASE_NANOS;
    try {
      for (Worker worker : alive) {
        if (worker.isOver()) {
          worker.awaitEnd(deadline);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // they end without this thread too
    }
  }

  private synchronized void endAll() {
    for (int number = 0; number < workers.length(); number++) {
      Worker worker = workers.getAndSet(number, null);
      if (worker != null) {
        worker.end();
      }
    }
  }
}
