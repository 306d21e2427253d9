package jackfield.dispatcher.impl.lifecycle;

import jackfield.context.DispatchContext;
import jackfield.context.JackfieldThread;
import java.util.concurrent.CompletionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Runs a task outside of any call. A thread that is inside a call or a pin sees the dispatch tables
 * of that call's generation only, and a dispatcher made later has none in it. Guards and modes of
 * the caller do not hold on the thread of the task.
 */
final class DetachedTask {
  private DetachedTask() {}

  /** Runs {@code task} on the calling thread, or on one of its own if the caller is in a call. */
  static <T> T call(Supplier<T> task) {
    if (DispatchContext.current().epoch() == 0) {
      return task.get();
    }
    FutureTask<T> running = new FutureTask<>(task::get);
    Thread thread = JackfieldThread.ofPlatform("jackfield-check", running);
    thread.start();
    boolean isInterrupted = awaitEnd(thread);
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return result(running);
  }

  /** Waits, passes interrupts on, and returns whether there was one. */
  private static boolean awaitEnd(Thread thread) {
    boolean isInterrupted = false;
    while (true) {
      try {
        thread.join();
        return isInterrupted;
      } catch (InterruptedException _) {
        isInterrupted = true;
        thread.interrupt();
      }
    }
  }

  private static <T> T result(FutureTask<T> ended) {
    if (ended.state() == FutureTask.State.SUCCESS) {
      return ended.resultNow();
    }
    switch (ended.exceptionNow()) {
      case RuntimeException thrown -> throw thrown;
      case Error thrown -> throw thrown;
      case Throwable thrown -> throw new CompletionException(thrown);
    }
  }
}
