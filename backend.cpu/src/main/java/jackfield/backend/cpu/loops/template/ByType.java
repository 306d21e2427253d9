package jackfield.backend.cpu.loops.template;

import jackfield.tensor.DType;
import java.util.function.Function;

/**
 * The loops of one operation, one for each element type. A loop is stamped on first use, since
 * stamping takes a few milliseconds and no program needs all loops.
 *
 * <p><em>Threads</em>: safe for use by several threads. A loop has no state, so two threads that
 * need the same loop at the same time may each stamp one.
 *
 * @param <L> the type of the loops
 */
public final class ByType<L> {
  private final Function<DType, L> stamp;
  private final Object[] byType =
      new Object[DType.values().length]; // written by of(…) without a lock, see the class comment

  /** Creates loops with {@code stamp}. */
  public ByType(Function<DType, L> stamp) {
    this.stamp = stamp;
  }

  /** Returns the loop for {@code type}, for which the operation must have a loop. */
  @SuppressWarnings("unchecked") // the array contains only what stamp returned
  public L of(DType type) {
    Object loop = byType[type.ordinal()];
    if (loop == null) {
      loop = stamp.apply(type);
      byType[type.ordinal()] = loop;
    }
    return (L) loop;
  }
}
