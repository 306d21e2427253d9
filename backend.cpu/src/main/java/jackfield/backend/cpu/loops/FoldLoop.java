package jackfield.backend.cpu.loops;

/**
 * A loop that folds what it makes of the elements of up to two inputs and a number to one number.
 * All are without gaps; the address of an input that the operation does not have is ignored.
 */
@FunctionalInterface
public interface FoldLoop {
  /**
   * Runs the loop over {@code count} elements.
   *
   * @param out where a loop that also keeps what it makes of the elements writes it; may be an
   *     input
   */
  double run(long out, long a, long b, long count, double number);
}
