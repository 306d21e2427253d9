package jackfield.backend.cuda.driver.matrix;

import jackfield.tensor.DType;

/**
 * What the library needs to know to choose an algorithm: sizes, layouts and alignments. It stores
 * matrices by columns; a factor that is stored by rows is a transposed one.
 */
record PlanKey(
    DType type,
    long batches,
    Operand out,
    Operand left,
    Operand right,
    Operand added,
    boolean addsVector) {
  private static final int VECTOR_ALIGNMENT = 16; // the library is not told that of the vector
  private static final long MOST = Integer.MAX_VALUE; // sizes are 32-bit numbers in its kernels

  /**
   * How an operand is stored.
   *
   * @param rows the rows as they are stored
   */
  record Operand(
      boolean isTransposed, long rows, long columns, long leading, long batchStep, int alignment) {

    /** Returns how a matrix is stored, or null if neither its rows nor its columns are dense. */
    static Operand of(Matrix matrix, long batches) {
      if (matrix.isByColumns()) {
        return stored(matrix, batches, false);
      }
      Matrix turned = matrix.transposed();
      return turned.isByColumns() ? stored(turned, batches, true) : null;
    }

    private static Operand stored(Matrix matrix, long batches, boolean isTransposed) {
      return new Operand(
          isTransposed,
          matrix.rows(),
          matrix.columns(),
          matrix.leading(),
          batches == 1 ? 0 : matrix.batchStep(),
          matrix.alignment());
    }

    boolean isSmall() {
      return rows <= MOST && columns <= MOST && leading <= MOST;
    }
  }

  /**
   * Returns the key of a product, or null if the library cannot compute it.
   *
   * @param product one whose result is stored by columns
   */
  static PlanKey of(MatrixProduct product) {
    long batches = product.batches();
    Operand out = Operand.of(product.out(), batches);
    Operand left = Operand.of(product.left(), batches);
    Operand right = Operand.of(product.right(), batches);
    if (out == null || out.isTransposed() || left == null || right == null) {
      return null;
    }
    Matrix added = product.added();
    boolean addsVector = added != null && isVector(product);
    Operand addend = added == null || addsVector ? out : Operand.of(added, batches);
    if (addend == null || addend.isTransposed()) {
      return null;
    }
    PlanKey key = new PlanKey(product.type(), batches, out, left, right, addend, addsVector);
    return batches <= MOST && out.isSmall() && left.isSmall() && right.isSmall() && addend.isSmall()
        ? key
        : null;
  }

  /** Returns whether the same column is added to all columns, as the library does on its way. */
  private static boolean isVector(MatrixProduct product) {
    Matrix added = product.added();
    return added.columnStep() == 0
        && added.rowStep() == 1
        && added.batchStep() == 0
        && added.alignment() >= VECTOR_ALIGNMENT
        && product.beta() == 1
        && product.out().columns() > 1;
  }
}
