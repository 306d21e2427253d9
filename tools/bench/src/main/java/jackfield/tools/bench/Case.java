package jackfield.tools.bench;

/**
 * A benchmark case, with the name that the peers' kit uses.
 *
 * @param name the case's name
 * @param loop runs the case; a loop of its own, so that the JIT compiles it separately
 * @param warmUpCalls the number of calls after which the compiled code is stable
 */
record Case(String name, Loop loop, long warmUpCalls) {
  /** Runs a case repeatedly. */
  @FunctionalInterface
  interface Loop {
    /** Runs {@code times} times and returns a value that depends on every run. */
    Object run(long times);
  }
}
