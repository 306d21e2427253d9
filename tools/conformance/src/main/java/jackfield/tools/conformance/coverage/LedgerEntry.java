package jackfield.tools.conformance.coverage;

import java.util.Map;
import java.util.Set;

/**
 * The line of one overload.
 *
 * @param operator its name, such as {@code aten::add.Tensor}
 * @param isDefined whether the platform defines it
 * @param files the files with recordings of it; empty if it is not recorded
 * @param recordings the number of recorded calls, those in programs included
 * @param columns what it has, by the name of the column; empty if it is not defined
 * @param lacking the operators without a derivative that its formula calls
 */
public record LedgerEntry(
    String operator,
    boolean isDefined,
    Set<String> files,
    int recordings,
    Map<String, Support> columns,
    Set<String> lacking) {
  /** Returns whether there are recordings of it. */
  public boolean isRecorded() {
    return recordings > 0;
  }

  /** Returns whether it is defined and each column is covered. */
  public boolean isComplete() {
    return isDefined && columns.values().stream().allMatch(Support::isCovered);
  }
}
