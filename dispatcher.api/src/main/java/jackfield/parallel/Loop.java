package jackfield.parallel;

import jackfield.context.ContextSnapshot;
import jackfield.context.DispatchContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A running loop: which part is next, which workers are inside, what failed.
 *
 * <p>A worker {@linkplain #join joins} before it takes a part and leaves when it finds none. The
 * caller closes the loop when it finds no part, then waits until no worker is inside. A worker that
 * comes later cannot join, so it holds nothing of a loop whose caller has returned.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Loop {
  private static final int CLOSED = 1 << 31;
  private static final long SPIN_NANOS = 20_000;
  private static final int SPINS_PER_LOOK = 8;
  private static final VarHandle NEXT;
  private static final VarHandle STATE;
  private static final VarHandle FAILURE;

  private final long count;
  private final long grain;
  private final Parallel.Body body;
  private final ContextSnapshot call;

  @SuppressWarnings("unused") // through NEXT
  private volatile long next; // the first element that no thread has taken

  @SuppressWarnings("unused") // through STATE
  private volatile int state; // the workers inside, and CLOSED

  @SuppressWarnings("unused") // through FAILURE
  private volatile Throwable failure; // the first

  private volatile Thread waiting; // the caller, while it is parked

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Loop.class, "next", long.class);
      STATE = lookup.findVarHandle(Loop.class, "state", int.class);
      FAILURE = lookup.findVarHandle(Loop.class, "failure", Throwable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  Loop(long count, long grain, Parallel.Body body, ContextSnapshot call) {
    this.count = count;
    this.grain = grain;
    this.body = body;
    this.call = call;
  }

  /** Returns whether there is a part that no thread has taken. */
  boolean hasParts() {
    return next < count;
  }

  /** Returns the number of parts. */
  long parts() {
    return Parallel.parts(count, grain);
  }

  /** Runs parts on the calling thread until none is left. */
  void runParts() {
    try {
      for (long from = take(); from < count; from = take()) {
        body.run(from, Math.min(grain, count - from) + from);
      }
    } catch (Throwable thrown) {
      boolean _ = FAILURE.compareAndSet(this, null, thrown);
      next = count;
    }
  }

  /** Takes the next part and returns its first element; from {@code count} on there is none. */
  private long take() {
    long from = next;
    while (from < count) {
      long seen = (long) NEXT.compareAndExchange(this, from, Math.min(grain, count - from) + from);
      if (seen == from) {
        return from;
      }
      from = seen;
    }
    return count;
  }

  // ---- workers

  /** Runs parts on behalf of the caller; returns at once if the loop is closed. */
  void help(DispatchContext worker) {
    if (!join()) {
      return;
    }
    try {
      worker.enter(call);
      worker.setInLoop(true);
      runParts();
    } finally {
      worker.setInLoop(false);
      worker.leave();
      leave();
    }
  }

  private boolean join() {
    int seen = state;
    while (seen >= 0) {
      int found = (int) STATE.compareAndExchange(this, seen, seen + 1);
      if (found == seen) {
        return true;
      }
      seen = found;
    }
    return false;
  }

  private void leave() {
    if ((int) STATE.getAndAdd(this, -1) - 1 == CLOSED) {
      LockSupport.unpark(waiting); // null is allowed
    }
  }

  // ---- the caller

  /** Closes the loop, waits until no worker is inside, and throws the first failure. */
  void finish() {
    int seen = (int) STATE.getAndBitwiseOr(this, CLOSED);
    if (seen != 0) {
      await();
    }
    Throwable thrown = failure;
    if (thrown != null) {
      throw Loop.<RuntimeException>asIs(thrown);
    }
  }

  private void await() {
    long since = System.nanoTime();
    while (System.nanoTime() - since < SPIN_NANOS) {
      for (int spin = 0; spin < SPINS_PER_LOOK; spin++) {
        if (state == CLOSED) {
          return;
        }
        Thread.onSpinWait();
      }
    }
    waiting = Thread.currentThread();
    boolean interrupted = false;
    while (state != CLOSED) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted(); // an interrupted thread would not park
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Throws any throwable as it is; the body may throw checked exceptions by the same trick. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
