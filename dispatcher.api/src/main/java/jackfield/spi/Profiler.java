package jackfield.spi;

import java.util.List;

/**
 * Measures which operators cost what, below autograd and above the backends; an OSGi service of the
 * profiler's bundle. While nothing is recorded, calls pay nothing.
 *
 * <p><em>Threads</em>: safe for all; calls of all threads are recorded.
 */
public interface Profiler {
  /**
   * The calls of one operator.
   *
   * @param operator the operator's name
   * @param calls how many there were
   * @param totalNanos the time they took
   * @param selfNanos the same without the calls that they made in turn
   */
  record Cost(String operator, long calls, long totalNanos, long selfNanos) {}

  /** What is being recorded; closing it ends that. */
  interface Recording extends AutoCloseable {
    /** Returns what was recorded so far, the most expensive operators by their own time first. */
    List<Cost> costs();

    /** Ends the recording and waits for the calls inside; a second call does nothing. */
    @Override
    void close();
  }

  /**
   * Begins to record.
   *
   * @throws IllegalStateException if a recording is going on already
   */
  Recording start();
}
