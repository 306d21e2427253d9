package jackfield.backend.cpu.loops;

import jackfield.tensor.DType;
import java.util.function.Function;

/**
 * The loops of one operation, one for each element type, stamped when first asked for: that takes a
 * few milliseconds, and nobody needs all.
 *
 * <p><em>Threads</em>: safe for all. A loop has no state, so two threads that need one at the same
 * time may well make one each.
 *
 * @param <L> the sort of loops
 */
public final class ByType<L> {
  private final Function<DType, L> stamp;
  private final Object[] byType = new Object[DType.values().length]; // written by of(…), see above

  /** Makes loops by {@code stamp}. */
  public ByType(Function<DType, L> stamp) {
    this.stamp = stamp;
  }

  /** Returns the loop for {@code type}, which is one that the operation has a loop for. */
  @SuppressWarnings("unchecked") // only what stamp makes is in the array
  public L of(DType type) {
    Object loop = byType[type.ordinal()];
    if (loop == null) {
      loop = stamp.apply(type);
      byType[type.ordinal()] = loop;
    }
    return (L) loop;
  }
}
