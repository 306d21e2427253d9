package jackfield.tools.soak.plug;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Stops workers between two exercises while the memory is measured. */
final class MeasurementLock {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);

  /** Runs a piece of work when no measurement is running. */
  void pass(Runnable work) {
    lock.readLock().lock();
    try {
      work.run();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** A measurement. */
  @FunctionalInterface
  interface Measure<T> {
    /** Measures. */
    T take() throws InterruptedException;
  }

  /** Measures while no worker is inside. */
  <T> T alone(Measure<T> measure) throws InterruptedException {
    lock.writeLock().lock();
    try {
      return measure.take();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
