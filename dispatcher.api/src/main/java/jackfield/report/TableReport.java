package jackfield.report;

import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import java.util.List;

/**
 * The dispatch table of an operator, for display.
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
   * @param servedBy the provider of the active kernel; empty if there is none
   * @param reason why this kernel is active
   * @param isFallthrough whether calls skip the key
   * @param shadowed the providers of the shadowed kernels in the key's own list, in order
   */
  public record Row(
      DispatchKey key,
      String servedBy,
      Resolution.Reason reason,
      boolean isFallthrough,
      List<String> shadowed) {}

  /** Returns the row of {@code key}, which must be a runtime key. */
  public Row row(DispatchKey key) {
    return rows.get(key.tableIndex());
  }
}
