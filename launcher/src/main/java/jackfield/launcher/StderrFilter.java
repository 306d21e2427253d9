package jackfield.launcher;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process between standard error and the terminal: the start script filters one line of the JVM
 * with it. The property {@code jackfield.stderr} has its process number.
 */
final class StderrFilter {
  // It has to copy a few lines only, but the machine may be busy. A parent that stops reading when
  // this process ends loses what is copied later.
  private static final long LIMIT_MILLIS = 2_000;

  private StderrFilter() {}

  /** Closes standard error and waits until all of it is printed, before a shell's next prompt. */
  static void finish() {
    Long pid = Long.getLong("jackfield.stderr");
    if (pid == null) {
      return;
    }
    System.err.close();
    ProcessHandle.of(pid).ifPresent(StderrFilter::await);
  }

  private static void await(ProcessHandle filter) {
    try {
      filter.onExit().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // the exit code matters more than the order of the last lines
    }
  }
}
