package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Epochs;
import jackfield.dispatch.JackfieldThread;
import jackfield.dispatch.Operator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Waits until no thread is inside an epoch before the one in which something was withdrawn. */
final class EpochDrain implements Drain {
  // A call is over in microseconds, a training step in milliseconds: spin, then look every 50 µs,
  // which the system makes 100.
  private static final long SPIN_NANOS = 50_000;
  private static final long LOOK_NANOS = 50_000;
  private static final long WATCH_NANOS = 1_000_000; // nobody waits for the watcher

  private final long epoch;
  private final Instant began = Instant.now();
  private final Runnable afterDrained;
  private final CompletableFuture<Void> completion = new CompletableFuture<>();
  private final AtomicBoolean isWatched = new AtomicBoolean();

  /** Creates the wait; {@code afterDrained} runs once, on the thread that finds nobody inside. */
  EpochDrain(long epoch, Runnable afterDrained) {
    this.epoch = epoch;
    this.afterDrained = afterDrained;
  }

  @Override
  public boolean await(Duration deadline) {
    long start = System.nanoTime();
    while (!isDone()) {
      long waited = System.nanoTime() - start;
      if (waited > deadline.toNanos()) {
        return false;
      }
      if (waited < SPIN_NANOS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
    return true;
  }

  @Override
  public boolean isDone() {
    if (completion.isDone()) {
      return true;
    }
    if (Epochs.oldestInside() < epoch) {
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

  @Override
  public List<Inside> inside() {
    return Epochs.insideBefore(epoch).stream().map(this::describe).toList();
  }

  private Inside describe(DispatchContext context) {
    Operator operator = context.operator();
    return new Inside(
        context.thread().getName(),
        operator == null ? "" : operator.name().toString(),
        began,
        List.of(context.thread().getStackTrace()));
  }

  @Override
  public CompletableFuture<Void> completion() {
    if (!isDone() && isWatched.compareAndSet(false, true)) {
      JackfieldThread watcher = new JackfieldThread("jackfield-drain-" + epoch, this::watch);
      watcher.setDaemon(true);
      watcher.start();
    }
    return completion;
  }

  private void watch() {
    while (!isDone()) {
      LockSupport.parkNanos(WATCH_NANOS);
    }
  }
}
