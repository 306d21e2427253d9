package jackfield.backend.cpu.loops;

import jackfield.tensor.Scalar;

/**
 * A loop that computes each element of the output from the elements at the same index of up to
 * three inputs, and from one number or several. Operands have no gaps; addresses of inputs that the
 * operation does not have are ignored. The output may be one of the inputs.
 *
 * <p>Loops of variant {@link #A}, {@link #B}, {@link #C} or a sum of them take these inputs from
 * one element, which is repeated.
 */
@FunctionalInterface
public interface PointwiseLoop {
  /** The first input is repeated. */
  int A = 1;

  /** The second input is repeated. */
  int B = 2;

  /** The third input is repeated. */
  int C = 4;

  /** The number of variants. */
  int VARIANTS = 8;

  /** Runs the loop over {@code count} elements, with as many numbers as the operation has. */
  void run(long out, long a, long b, long c, long count, Scalar... numbers);
}
