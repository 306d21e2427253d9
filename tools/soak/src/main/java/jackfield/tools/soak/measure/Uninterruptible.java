package jackfield.tools.soak.measure;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs work on a thread of its own that is never interrupted: an interrupt of the waiting thread
 * only asks the work to end early. On an interrupted thread plugging and unplugging would fail half
 * way, and the work has to restore its changes in any case.
 */
public final class Uninterruptible {
  private Uninterruptible() {}

  /**
   * Waits for {@code work}; if the calling thread was interrupted meanwhile, its interrupt status
   * is set afterwards.
   *
   * @param endEarly asks the work to end as soon as it can; called at most once
   */
  public static <T> T run(String thread, Callable<T> work, Runnable endEarly) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread running = new Thread(task, thread);
    running.setDaemon(true);
    running.start();
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          if (!wasInterrupted) {
            endEarly.run();
          }
          wasInterrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw failed;
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
