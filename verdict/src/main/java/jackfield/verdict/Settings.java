package jackfield.verdict;

import jackfield.spi.Departures.Policy;

/**
 * The {@link Rules} in the units in which judging uses them.
 *
 * @param policy whether the detector asks for collections and dumps of its own accord
 * @param deadlineNanos from departure to verdict, where it does
 * @param mayCollect whether the collector may be asked
 * @param intervalNanos between two requests
 * @param kept how many are remembered
 */
record Settings(
    Policy policy, long deadlineNanos, boolean mayCollect, long intervalNanos, int kept) {
  // Three collections, a second apart: the JIT compiler holds what it compiles, often for long.
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  boolean isPrompt() {
    return policy == Policy.PROMPT;
  }

  /** Until whatever stays is judged; dumping and reading a heap take most of the rest. */
  long patienceNanos() {
    return Math.min(PATIENCE_NANOS, deadlineNanos * 6 / 10);
  }

  /** Until whatever stays is judged even while the compiler is at work. */
  long latestNanos() {
    return deadlineNanos * 8 / 10;
  }

  long searchNanos() {
    return deadlineNanos - patienceNanos();
  }
}
