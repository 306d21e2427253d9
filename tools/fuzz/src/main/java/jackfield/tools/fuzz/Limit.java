package jackfield.tools.fuzz;

/**
 * When a run ends.
 *
 * @param calls after so many calls
 * @param deadlineMillis at this time of the system's clock
 */
record Limit(long calls, long deadlineMillis) {
  boolean isReached(Progress progress) {
    return progress.calls() >= calls || System.currentTimeMillis() >= deadlineMillis;
  }
}
