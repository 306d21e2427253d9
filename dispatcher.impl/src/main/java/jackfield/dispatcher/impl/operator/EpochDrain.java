package jackfield.dispatcher.impl.operator;

import jackfield.context.DispatchContext;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.Drain;
import jackfield.dispatch.KernelBundles;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.kernel.Operator;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until no thread is inside an epoch older than that of a withdrawal.
 *
 * <p>A call that ends notifies no thread, since a call may cost no more than a store. So the
 * waiting thread polls: first without a pause, since a call takes microseconds; then with pauses of
 * an eighth of the time that has passed, which makes the wait at most an eighth longer. While the
 * thread that was found inside last is still there, it looks at that thread only.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class EpochDrain implements Drain {
  private static final long SPIN_NANOS = 50_000;
  private static final int PART_OF_WAIT = 8;
  private static final long SHORTEST_PAUSE_NANOS = 50_000;
  private static final long LONGEST_PAUSE_NANOS = 20_000_000;

  private final long epoch;
  private final Instant since = Instant.now();
  private final long began = System.nanoTime();
  private final Runnable afterDrained;
  private final CompletableFuture<Void> completion = new CompletableFuture<>();
  private final AtomicBoolean isWatched = new AtomicBoolean();
  private volatile Reference<DispatchContext> lastInside = new WeakReference<>(null);

  /**
   * Creates the wait.
   *
   * @param epoch the first epoch without the withdrawn kernels
   * @param afterDrained runs on the thread that finds the drain complete, until it ended normally
   *     once
   */
  public EpochDrain(long epoch, Runnable afterDrained) {
    this.epoch = epoch;
    this.afterDrained = afterDrained;
  }

  @Override
  public boolean await(Duration deadline) {
    long limit = Deadline.nanos(deadline);
    long start = System.nanoTime();
    while (!isDone()) {
      long left = limit - (System.nanoTime() - start);
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      pause(left);
    }
    return true;
  }

  private void pause(long mostNanos) {
    long lasted = System.nanoTime() - began;
    if (lasted < SPIN_NANOS) {
      Thread.onSpinWait();
    } else {
      long pause = Math.clamp(lasted / PART_OF_WAIT, SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
      LockSupport.parkNanos(this, Math.min(mostNanos, pause));
    }
  }

  @Override
  public boolean isDone() {
    if (completion.isDone()) {
      return true;
    }
    if (isSomebodyInside()) {
      return false;
    }
    synchronized (this) {
      if (!completion.isDone()) {
        afterDrained.run();
        completion.complete(null);
      }
    }
    return true;
  }

  private boolean isSomebodyInside() {
    DispatchContext last = lastInside.get();
    if (last != null && Internals.EPOCHS.isInsideBefore(last, epoch)) {
      return true;
    }
    DispatchContext found = Internals.EPOCHS.anyInsideBefore(epoch);
    if (found != null) {
      lastInside = new WeakReference<>(found);
    }
    return found != null;
  }

  @Override
  public List<Inside> inside() {
    return Internals.EPOCHS.insideBefore(epoch).stream().map(this::describe).toList();
  }

  private Inside describe(DispatchContext context) {
    long entered = Internals.EPOCHS.epochAcquire(context);
    Operator operator = Operator.of(context);
    List<StackTraceElement> stack = List.of(context.thread().getStackTrace());
    return new Inside(
        context.thread().getName(),
        operator == null ? "" : operator.name().toString(),
        KernelBundles.innermost(stack, entered),
        since,
        stack);
  }

  @Override
  public CompletableFuture<Void> completion() {
    if (!isDone() && isWatched.compareAndSet(false, true)) {
      startWatching();
    }
    return completion;
  }

  /** Starts the polling thread; if none can be started, the next request tries again. */
  private void startWatching() {
    boolean hasStarted = false;
    try {
      JackfieldThread watcher = new JackfieldThread("jackfield-drain-" + epoch, this::watch);
      watcher.setDaemon(true);
      watcher.start();
      hasStarted = true;
    } finally {
      isWatched.set(hasStarted);
    }
  }

  private void watch() {
    while (!isOver()) {
      boolean _ = Thread.interrupted(); // an interrupt has no meaning here and would end all pauses
      pause(LONGEST_PAUSE_NANOS);
    }
  }

  /** Polls once. An exception of the action does not delay the completion. */
  private boolean isOver() {
    try {
      return isDone();
    } catch (VirtualMachineError full) {
      return false; // tried again when memory is available
    } catch (RuntimeException | Error thrown) {
      completion.completeExceptionally(thrown);
      return true;
    }
  }
}
