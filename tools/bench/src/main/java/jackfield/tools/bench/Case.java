package jackfield.tools.bench;

/**
 * A benchmark case, with the name that the peers' kit uses.
 *
 * @param name the case's name
 * @param loop runs the case; a loop of its own, so that the JIT compiles it separately
 * @param warmUpCalls the number of calls after which the compiled code is stable
 * @param work what one call does, for a rate
 */
record Case(String name, Loop loop, long warmUpCalls, Work work) {
  /** Runs a case repeatedly. */
  @FunctionalInterface
  interface Loop {
    /** Runs {@code times} times and returns a value that depends on every run. */
    Object run(long times);
  }

  /**
   * The work of one call.
   *
   * @param amount how many bytes it moves or operations it does; 0 if that says nothing
   * @param rate the unit of the amount by nanosecond, such as {@code GB/s}
   */
  record Work(double amount, String rate) {
    static final Work UNKNOWN = new Work(0, "");

    static Work bytes(double amount) {
      return new Work(amount, "GB/s");
    }

    static Work operations(double amount) {
      return new Work(amount, "GFLOP/s");
    }
  }

  Case(String name, Loop loop, long warmUpCalls) {
    this(name, loop, warmUpCalls, Work.UNKNOWN);
  }

  /** Returns the case with {@code after} at the end of each run, in the measured time. */
  Case before(Runnable after) {
    Loop waiting =
        times -> {
          Object result = loop.run(times);
          after.run();
          return result;
        };
    return new Case(name, waiting, warmUpCalls, work);
  }
}
