package jackfield.backend.cpu.loops.template;

import jackfield.tensor.DType;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The loops of one operation, one for each element type, or one for each variant of it. A loop is
 * stamped on first use, since stamping takes a few milliseconds and no program needs all loops.
 *
 * <p><em>Threads</em>: safe for use by several threads. A loop has no state, so two threads that
 * need the same loop at the same time may each stamp one.
 *
 * @param <L> the type of the loops
 */
public final class ByType<L> {
  private static final int TYPES = DType.values().length;

  private final BiFunction<DType, Integer, L> stamp;
  private final int variants;
  private final Object[] loops; // written by of(…) without a lock, see the class comment

  /** Creates loops with {@code stamp}. */
  public ByType(Function<DType, L> stamp) {
    this(1, (type, _) -> stamp.apply(type));
  }

  /**
   * Creates loops with several variants for each type.
   *
   * @param stamp returns a loop for a type and the number of a variant, or null if there is none
   */
  public ByType(int variants, BiFunction<DType, Integer, L> stamp) {
    this.stamp = stamp;
    this.variants = variants;
    this.loops = new Object[variants * TYPES];
  }

  /** Returns the loop for {@code type}, for which the operation must have a loop. */
  @SuppressWarnings("unchecked") // the array contains only what stamp returned
  public L of(DType type) {
    Object loop = loops[type.ordinal()];
    return loop == null ? of(type, 0) : (L) loop;
  }

  /** Returns a variant of the loop for {@code type}; null if the operation does not have it. */
  @SuppressWarnings("unchecked") // the array contains only what stamp returned
  public L of(DType type, int variant) {
    if (variant >= variants) {
      return null;
    }
    int place = variant * TYPES + type.ordinal();
    Object loop = loops[place];
    if (loop == null) {
      loop = stamp.apply(type, variant);
      loops[place] = loop;
    }
    return (L) loop;
  }
}
