package jackfield.backend.cpu.decomposition;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.tensor.Scalar;

/**
 * The loops over float64 columns.
 *
 * @param products returns the sum of the products of both inputs
 * @param add adds a number times the second input to the first
 * @param scale multiplies by a number
 */
record ColumnLoops(FoldLoop products, PointwiseLoop add, PointwiseLoop scale) {

  double product(long a, long b, long count) {
    return products.run(0, a, b, count, 0);
  }

  /** Adds {@code factor} times {@code from} to {@code to}. */
  void addTo(long to, double factor, long from, long count) {
    add.run(to, to, from, 0, count, Scalar.of(factor));
  }

  void multiply(long at, double factor, long count) {
    scale.run(at, at, 0, 0, count, Scalar.of(factor));
  }
}
