package jackfield.spi;

import java.util.List;

/**
 * Measures the time that each operator takes, below autograd and above the backends; an OSGi
 * service of the profiler's bundle. While nothing is recorded, calls have no extra cost.
 *
 * <p><em>Threads</em>: safe for all; calls of all threads are recorded.
 */
public interface Profiler {
  /**
   * The calls of one operator.
   *
   * @param operator the operator's name
   * @param calls the number of calls
   * @param totalNanos the time they took
   * @param selfNanos the same without the calls of other operators that they made
   */
  record Cost(String operator, long calls, long totalNanos, long selfNanos) {}

  /** A recording in progress; closing it ends the recording. */
  interface Recording extends AutoCloseable {
    /** Returns the costs recorded so far, the operators with the most time of their own first. */
    List<Cost> costs();

    /** Ends the recording and waits for running calls; a second call does nothing. */
    @Override
    void close();
  }

  /**
   * Starts a recording.
   *
   * @throws IllegalStateException if a recording is going on already
   */
  Recording start();
}
