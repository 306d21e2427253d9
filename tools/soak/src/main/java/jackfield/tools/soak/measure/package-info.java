/**
 * What every soak uses to measure and to report: {@code Tally} counts checks, {@code Gaps} notes
 * the pauses of callers, {@code StopTable} groups them by cause, {@code Figure} is one line of
 * output.
 */
package jackfield.tools.soak.measure;
