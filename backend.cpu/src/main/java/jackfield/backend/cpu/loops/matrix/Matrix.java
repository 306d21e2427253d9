package jackfield.backend.cpu.loops.matrix;

/**
 * The position of a matrix's numbers in memory.
 *
 * @param address the address of the first number
 * @param rowStep bytes from one row to the next
 * @param columnStep bytes from one column to the next
 */
public record Matrix(long address, long rowStep, long columnStep) {
  /** Returns the address of the number at {@code row} and {@code column}. */
  public long at(long row, long column) {
    return address + row * rowStep + column * columnStep;
  }

  /** Returns the part of the matrix that begins at {@code row} and {@code column}. */
  public Matrix from(long row, long column) {
    return new Matrix(at(row, column), rowStep, columnStep);
  }

  /** Returns the matrix with rows and columns exchanged. */
  public Matrix transposed() {
    return new Matrix(address, columnStep, rowStep);
  }
}
