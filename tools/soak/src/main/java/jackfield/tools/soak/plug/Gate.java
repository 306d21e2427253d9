package jackfield.tools.soak.plug;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Where workers stop between two pieces of work while the memory is measured. */
final class Gate {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);

  /** Does a piece of work, as soon as nobody measures. */
  void pass(Runnable work) {
    lock.readLock().lock();
    try {
      work.run();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** What is measured. */
  @FunctionalInterface
  interface Measure<T> {
    /** Measures. */
    T take() throws InterruptedException;
  }

  /** Measures while nobody is inside. */
  <T> T alone(Measure<T> measure) throws InterruptedException {
    lock.writeLock().lock();
    try {
      return measure.take();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
