package jackfield.backend.cpu.loops.fold;

/**
 * A loop that folds a function of the elements of up to two inputs and of a number to one number.
 * Operands have no gaps; the address of an input that the operation does not have is ignored.
 */
@FunctionalInterface
public interface FoldLoop {
  /**
   * Runs the loop over {@code count} elements.
   *
   * @param out the address to which some operations also write the function's values; may be an
   *     input
   */
  double run(long out, long a, long b, long count, double number);
}
