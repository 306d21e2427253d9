package jackfield.backend.cuda.driver.matrix;

/**
 * A matrix in the memory of a device, or as many as a product has batches.
 *
 * @param address the address of the first element
 * @param rowStep elements from a row to the next; 0 if there is one for all rows
 * @param columnStep elements from a column to the next
 * @param batchStep elements from a batch to the next; 0 if there is one for all batches
 */
public record Matrix(
    long address, long rows, long columns, long rowStep, long columnStep, long batchStep) {
  Matrix transposed() {
    return new Matrix(address, columns, rows, columnStep, rowStep, batchStep);
  }

  /** Returns whether the elements of a column are side by side, and columns do not overlap. */
  boolean isByColumns() {
    return (rowStep == 1 || rows == 1) && (columnStep >= Math.max(1, rows) || columns == 1);
  }

  /** Returns the elements from a column to the next, of a matrix that is stored by columns. */
  long leading() {
    return columns == 1 ? Math.max(1, rows) : columnStep;
  }

  /** Returns the largest power of two, up to 256, that divides the address. */
  int alignment() {
    return (int) Math.min(256, address == 0 ? 256 : Long.lowestOneBit(address));
  }
}
