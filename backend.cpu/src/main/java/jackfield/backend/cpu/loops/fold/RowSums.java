package jackfield.backend.cpu.loops.fold;

/**
 * A loop that sums pairs of rows. A row has the sum, bit for bit, that {@link FoldLoops#sum} has:
 * two rows at a time hide the time that the last additions of a row take.
 */
@FunctionalInterface
public interface RowSums {
  /**
   * Sums {@code 2 · pairs} rows of {@code count} elements without gaps, and writes the sums,
   * divided by {@code divisor}, as the type of the elements.
   *
   * @param outStep the bytes from one sum to the next
   * @param step the bytes from one row to the next
   */
  void run(long out, long outStep, long a, long step, long pairs, long count, double divisor);
}
