/**
 * Measuring and reporting, shared by all soaks: {@code Tally} counts checks, {@code Gaps} records
 * the pauses of callers, {@code StopTable} groups them by cause, {@code Figure} is one line of
 * output.
 */
package jackfield.tools.soak.measure;
