package jackfield.report;

import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import java.util.List;

/**
 * The dispatch table of an operator, for people.
 *
 * @param operator the operator's name
 * @param schema its schema in canonical form; empty while it is not defined
 * @param generation the dispatcher's generation
 * @param rows one for each slot, in the order of slots
 */
public record TableReport(String operator, String schema, long generation, List<Row> rows) {
  /**
   * One slot.
   *
   * @param key the runtime key
   * @param servedBy who registered the kernel; empty if nobody did
   * @param reason why that kernel
   * @param isFallthrough whether calls pass by
   * @param beneath who waits beneath it in the key's own list, the next in line first
   */
  public record Row(
      DispatchKey key,
      String servedBy,
      Resolution.Reason reason,
      boolean isFallthrough,
      List<String> beneath) {}

  /** Returns the row of {@code key}, which must be a runtime key. */
  public Row row(DispatchKey key) {
    return rows.get(key.tableIndex());
  }
}
