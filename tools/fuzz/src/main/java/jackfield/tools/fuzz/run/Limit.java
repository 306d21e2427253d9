package jackfield.tools.fuzz.run;

/**
 * When a run ends.
 *
 * @param calls after so many calls
 * @param deadlineMillis at this time of the system's clock
 */
public record Limit(long calls, long deadlineMillis) {
  public boolean isReached(Progress progress) {
    return progress.calls() >= calls || System.currentTimeMillis() >= deadlineMillis;
  }
}
