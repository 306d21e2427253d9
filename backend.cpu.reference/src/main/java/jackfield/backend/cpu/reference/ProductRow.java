package jackfield.backend.cpu.reference;

import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/** Sums of products for one row of a matrix product, in the widest type of their sort. */
sealed interface ProductRow permits RealProductRow, IntegerProductRow, ComplexProductRow {

  /** Returns a row of {@code columns} sums for factors of {@code type}. */
  static ProductRow of(DType type, int columns) {
    return switch (type.category()) {
      case FLOATING -> new RealProductRow(columns);
      case COMPLEX -> new ComplexProductRow(columns);
      case BOOLEAN, INTEGRAL -> new IntegerProductRow(columns);
    };
  }

  /** Sets the sums to row {@code row} of {@code left} times {@code right}. */
  void compute(Matrix left, long row, Matrix right);

  /** Writes the sums times {@code alpha} into a row of {@code out}. */
  void store(Matrix out, long row, Scalar alpha);

  /** Writes the sums times {@code alpha}, plus {@code beta} times that row of {@code added}. */
  void store(Matrix out, long row, Scalar alpha, Matrix added, Scalar beta);
}
