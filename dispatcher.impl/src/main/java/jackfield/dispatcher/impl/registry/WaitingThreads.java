package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.Deadline;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Threads that wait for a registration; each change wakes them. */
final class WaitingThreads {
  private final ReentrantLock lock;
  private final Condition changed;

  /** Creates the wait; all changes are made under {@code lock}. */
  WaitingThreads(ReentrantLock lock) {
    this.lock = lock;
    this.changed = lock.newCondition();
  }

  /** Wakes all waiting threads. Holds: lock. */
  void wake() {
    changed.signalAll();
  }

  /**
   * Waits until {@code condition} holds, which is evaluated under the lock.
   *
   * @return whether it holds; false after {@code deadline} or an interrupt, which stays set
   */
  boolean await(Duration deadline, BooleanSupplier condition) {
    lock.lock();
    try {
      long nanos = Deadline.nanos(deadline);
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
