package jackfield.dispatcher.impl.registry;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Those who wait for a registration; woken by each change. */
final class Waiting {
  private final ReentrantLock lock;
  private final Condition changed;

  /** Creates the wait for changes that are made under {@code lock}. */
  Waiting(ReentrantLock lock) {
    this.lock = lock;
    this.changed = lock.newCondition();
  }

  /** Wakes all. Holds: lock. */
  void wake() {
    changed.signalAll();
  }

  /**
   * Waits until {@code condition}, which is evaluated under the lock, and returns whether it holds;
   * false after {@code deadline}, or when the thread is interrupted, which it stays then.
   */
  boolean await(Duration deadline, BooleanSupplier condition) {
    lock.lock();
    try {
      long nanos = deadline.toNanos();
      while (!condition.getAsBoolean()) {
        if (nanos <= 0) {
          return false;
        }
        nanos = changed.awaitNanos(nanos);
      }
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
