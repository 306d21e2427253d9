package jackfield.verdict;

import jackfield.spi.RemovedBundles.Policy;

/**
 * The {@link Rules} in the units of the detector.
 *
 * @param policy whether the detector requests collections and dumps by itself
 * @param deadlineNanos from the removal to the verdict, with {@link Policy#PROMPT}
 * @param mayCollect whether it may request collections
 * @param intervalNanos the least time between two requests
 * @param kept how many removed revisions are remembered
 */
record Settings(
    Policy policy, long deadlineNanos, boolean mayCollect, long intervalNanos, int kept) {
  // Three collections, a second apart: the JIT compiler may hold classes for that long.
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  boolean isPrompt() {
    return policy == Policy.PROMPT;
  }

  /** Returns the time before a heap dump; writing and reading it take most of the rest. */
  long patienceNanos() {
    return Math.min(PATIENCE_NANOS, deadlineNanos * 6 / 10);
  }

  /** Returns the time before a heap dump while the JIT compiler works. */
  long latestNanos() {
    return deadlineNanos * 8 / 10;
  }

  long searchNanos() {
    return deadlineNanos - patienceNanos();
  }
}
