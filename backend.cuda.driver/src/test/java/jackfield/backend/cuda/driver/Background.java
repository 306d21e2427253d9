package jackfield.backend.cuda.driver;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An action in a thread of its own, which a test starts and later waits for. */
final class Background {
  private static final int SECONDS = 30;

  private final CountDownLatch isOver = new CountDownLatch(1);
  private final Thread thread;
  private volatile Throwable thrown;

  private Background(Runnable action) {
    thread =
        new Thread(
            () -> {
              try {
                action.run();
              } catch (RuntimeException | Error failed) {
                thrown = failed;
              } finally {
                isOver.countDown();
              }
            },
            "background");
    thread.setDaemon(true);
    thread.start();
  }

  static Background run(Runnable action) {
    return new Background(action);
  }

  /** Starts an action and returns when it is held in a function of the stand-in. */
  static Background runUntilHeld(TestDevice test, String function, Runnable action) {
    test.control().holdNextCall(function);
    Background started = new Background(action);
    if (!test.control().awaitHeld(function, SECONDS * 1000)) {
      throw new AssertionError(function + " was not called");
    }
    return started;
  }

  /** Returns whether the action waits for another thread; false if it has ended. */
  boolean awaitStuck() {
    while (thread.isAlive()) {
      switch (thread.getState()) {
        case BLOCKED, WAITING, TIMED_WAITING -> {
          return true;
        }
        default -> Thread.onSpinWait();
      }
    }
    return false;
  }

  /** Waits for the end and returns what the action threw, or null. */
  Throwable await() {
    try {
      if (!isOver.await(SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the action does not end");
      }
      return thrown;
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }
}
