package jackfield.parallel;

import jackfield.context.DispatchContext;
import jackfield.error.InvalidArgument;

/**
 * Runs the loop of a kernel on the calling thread and the worker threads of the process.
 *
 * <p>A loop is cut into parts of {@code grain} elements. The caller and the workers take one part
 * after the other until none is left. The caller returns when all parts have ended, so the loop is
 * a part of the caller's call: a worker runs in the caller's epoch with the caller's keys and
 * modes, and whoever waits for the call waits for its workers.
 *
 * <p><em>Results repeat.</em> The parts depend on the number of elements and the grain only. A
 * kernel whose parts do not depend on one another computes the same bits for every number of
 * threads. A sum keeps one partial result a {@linkplain #parts part} and adds them in order.
 *
 * <p><em>Threads</em>: safe for all. A loop inside a part runs on one thread. If more callers run
 * loops at once than the process has workers, the others run theirs alone. Workers wait actively
 * for some microseconds after a loop, then they park; after ten idle seconds they end.
 *
 * <p><em>Source</em>: grain and order as {@code at::parallel_for} of PyTorch, but with parts that
 * do not depend on the number of threads.
 */
public final class Parallel {
  /** The property of the JVM that sets the number of threads at first. */
  public static final String THREADS_PROPERTY = "jackfield.threads";

  /** The most threads that can be set. */
  public static final int MOST_THREADS = 1024;

  private Parallel() {}

  /** The body of a loop. */
  @FunctionalInterface
  public interface Body {
    /**
     * Computes the elements from {@code from} to {@code to}, which is excluded. It works on
     * addresses that the caller has asked for: a worker may not outlive the call, so it must not
     * store any of them. It calls no operator.
     */
    void run(long from, long to);
  }

  /**
   * Runs {@code body} over all parts of {@code count} elements, each once, and returns when all
   * have ended.
   *
   * <p>If a part fails, no further part starts; the first failure is thrown when the running parts
   * have ended.
   *
   * @param count the number of elements; for 0 the body does not run
   * @param grain the number of elements of a part, from 1; the last part may be shorter. It should
   *     take 10 microseconds or more
   * @throws InvalidArgument if the grain is below 1, or as {@link #threads} does
   */
  public static void range(long count, long grain, Body body) {
    if (grain < 1) {
      throw new InvalidArgument("Parallel.range", "grain", "must be 1 or more, found " + grain);
    }
    if (count <= grain) {
      if (count > 0) {
        body.run(0, count);
      }
      return;
    }
    DispatchContext context = DispatchContext.current();
    if (context.isInLoop() || Workers.ALL.threads() == 1) {
      inOrder(count, grain, body);
    } else {
      Workers.ALL.run(new Loop(count, grain, body, context.snapshot()), context);
    }
  }

  private static void inOrder(long count, long grain, Body body) {
    long to;
    for (long from = 0; from < count; from = to) {
      to = Math.min(grain, count - from) + from; // no overflow, whatever the grain
      body.run(from, to);
    }
  }

  /** Returns the number of parts of a loop; part {@code i} starts at {@code i * grain}. */
  public static long parts(long count, long grain) {
    return Math.ceilDiv(count, grain);
  }

  /**
   * Returns the number of threads that may run one loop, the caller's included.
   *
   * @throws InvalidArgument if none is set and the system property {@value #THREADS_PROPERTY} is no
   *     number from 1 to {@value #MOST_THREADS}
   */
  public static int threads() {
    return Workers.ALL.threads();
  }

  /**
   * Sets the number of threads that may run one loop, the caller's included. The initial number is
   * that of the system property {@value #THREADS_PROPERTY}, else that of the processors. Loops that
   * are running keep their threads.
   *
   * @throws InvalidArgument if the number is below 1 or above {@value #MOST_THREADS}
   */
  public static void setThreads(int threads) {
    if (threads < 1 || threads > MOST_THREADS) {
      throw new InvalidArgument(
          "Parallel.setThreads",
          "threads",
          "must be from 1 to %d, found %d".formatted(MOST_THREADS, threads));
    }
    Workers.ALL.setThreads(threads);
  }

  /**
   * Ends all workers and waits until they have ended, at most a second. A worker that is inside a
   * loop ends after it. A later loop starts workers again.
   */
  public static void release() {
    Workers.ALL.release();
  }
}
