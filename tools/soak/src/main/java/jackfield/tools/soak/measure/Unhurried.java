package jackfield.tools.soak.measure;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work on a thread of its own, which nobody interrupts: an interrupt of who waits for it only asks
 * it to end early. Plugging and pulling would fail half way on an interrupted thread, and what the
 * work has changed is to be restored in either case.
 */
public final class Unhurried {
  private Unhurried() {}

  /**
   * Waits for {@code work}; the thread is interrupted afterwards if it was meanwhile.
   *
   * @param endEarly asks the work to end as soon as it can; called once at most
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
