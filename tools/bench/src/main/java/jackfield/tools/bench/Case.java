package jackfield.tools.bench;

/**
 * Something to measure, under the name that the peers' kit has for it.
 *
 * @param name the case's name
 * @param loop runs it as often as it is told, in a loop of its own so that its code is compiled for
 *     itself
 * @param warmUpCalls how many calls it takes until the compiled code is stable
 */
record Case(String name, Loop loop, long warmUpCalls) {
  /** Runs a case. */
  @FunctionalInterface
  interface Loop {
    /** Runs {@code times} times and returns something that depends on every run. */
    Object run(long times);
  }
}
