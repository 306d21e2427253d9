package jackfield.parallel;

import java.util.concurrent.CountDownLatch;

/** Blocks the caller's first part until a worker has run one, so that both take part. */
final class Meeting {
  /** A step that an interruption ends. */
  @FunctionalInterface
  interface Step {
    void run() throws InterruptedException;
  }

  private final Thread caller = Thread.currentThread();
  private final CountDownLatch worker = new CountDownLatch(1);

  boolean isCaller() {
    return Thread.currentThread() == caller;
  }

  void await() throws InterruptedException {
    if (isCaller()) {
      worker.await();
    } else {
      worker.countDown();
    }
  }

  /** Runs a step that no interruption may end. */
  static void unchecked(Step step) {
    try {
      step.run();
    } catch (InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }
}
