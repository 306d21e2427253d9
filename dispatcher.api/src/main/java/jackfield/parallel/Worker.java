package jackfield.parallel;

import jackfield.context.DispatchContext;
import jackfield.context.JackfieldThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The life of one worker thread: it looks for loops actively for some microseconds, then parks, and
 * ends when no caller wakes it for ten seconds.
 *
 * <p><em>Threads</em>: all methods but {@link #run} are safe for all. Of the callers that wake the
 * worker and the worker itself, only one changes the state <em>parked</em>. The state <em>over</em>
 * is final.
 */
final class Worker implements Runnable {
  private static final int RUNS = 0;
  private static final int PARKED = 1;
  private static final int OVER = 2; // ends, after its loop if it is inside one
  private static final long SPIN_NANOS = 20_000;
  private static final int SPINS_PER_LOOK = 16;
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Workers workers;
  private final int number; // from 0
  private final JackfieldThread thread;
  private final AtomicInteger state = new AtomicInteger(RUNS);

  Worker(Workers workers, int number) {
    this.workers = workers;
    this.number = number;
    this.thread = JackfieldThread.ofPlatform("jackfield-worker-" + (number + 1), this);
  }

  void start() {
    thread.start();
  }

  boolean isOver() {
    return state.get() == OVER;
  }

  /** Wakes the worker if it is parked and returns whether it was. */
  boolean wake() {
    if (state.get() != PARKED || !state.compareAndSet(PARKED, RUNS)) {
      return false;
    }
    LockSupport.unpark(thread);
    return true;
  }

  /** Lets the worker end: at once if it is idle, otherwise after the loop that it is inside. */
  void end() {
    state.set(OVER);
    LockSupport.unpark(thread);
  }

  /**
   * Waits until the thread of the worker has ended.
   *
   * @param deadlineNanos the latest time, as {@link System#nanoTime} returns it
   * @throws InterruptedException if the calling thread is interrupted
   */
  void awaitEnd(long deadlineNanos) throws InterruptedException {
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    if (Thread.currentThread() != thread && leftMillis > 0) {
      thread.join(leftMillis);
    }
  }

  @Override
  public void run() {
    try {
      while (state.get() != OVER) {
        helpWhileBusy();
        rest();
      }
    } finally {
      state.set(OVER); // also after an error, so that another worker takes this one's number
      workers.ended(this);
    }
  }

  /** Helps with loops until there was none for some microseconds. */
  private void helpWhileBusy() {
    long idleSince = System.nanoTime();
    while (state.get() == RUNS && System.nanoTime() - idleSince < SPIN_NANOS) {
      if (helpOnce()) {
        idleSince = System.nanoTime();
      }
      for (int spin = 0; spin < SPINS_PER_LOOK; spin++) {
        Thread.onSpinWait();
      }
    }
  }

  /** Helps with one loop, if there is one. The loop is on the stack of this method only. */
  private boolean helpOnce() {
    Loop loop = workers.find(number);
    if (loop == null) {
      return false;
    }
    workers.wake(loop);
    loop.help(DispatchContext.current());
    return true;
  }

  /** Parks until a caller wakes this worker; ends it after a long time. */
  private void rest() {
    if (!state.compareAndSet(RUNS, PARKED)) {
      return; // it is over
    }
    if (workers.find(number) != null) { // it came before the state was seen
      boolean _ = state.compareAndSet(PARKED, RUNS);
      return;
    }
    long parked = System.nanoTime();
    while (state.get() == PARKED) {
      LockSupport.parkNanos(workers, IDLE_NANOS);
      boolean _ = Thread.interrupted(); // nobody may end a worker by an interrupt
      if (System.nanoTime() - parked >= IDLE_NANOS) {
        boolean _ = state.compareAndSet(PARKED, OVER);
      }
    }
  }
}
