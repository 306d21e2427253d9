package jackfield.tools.fuzz.run;

/**
 * The end of a run.
 *
 * @param calls the number of calls after which the run ends
 * @param deadlineMillis the time at which the run ends, by the system's clock
 */
public record Limit(long calls, long deadlineMillis) {
  public boolean isReached(Progress progress) {
    return progress.calls() >= calls || System.currentTimeMillis() >= deadlineMillis;
  }
}
