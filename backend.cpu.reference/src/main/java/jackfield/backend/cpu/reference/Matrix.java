package jackfield.backend.cpu.reference;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** A matrix in host memory; the steps are bytes from one row or column to the next. */
record Matrix(DType type, long address, long rows, long columns, long rowBytes, long columnBytes) {

  /** Returns the matrix in the last two dimensions of {@code tensor}, at its first element. */
  static Matrix of(Tensor tensor) {
    return at(tensor, tensor.address());
  }

  /** Returns matrix {@code batch} of a tensor of three dimensions. */
  static Matrix ofBatch(Tensor tensor, long batch) {
    return at(tensor, tensor.address() + batch * tensor.stride(0) * tensor.dtype().sizeBytes());
  }

  /**
   * Returns {@code tensor}, of at most two dimensions, expanded to {@code rows} by {@code columns}.
   */
  static Matrix stretched(Tensor tensor, long rows, long columns) {
    return new Matrix(
        tensor.dtype(),
        tensor.address(),
        rows,
        columns,
        stretchedBytes(tensor, tensor.rank() - 2),
        stretchedBytes(tensor, tensor.rank() - 1));
  }

  private static long stretchedBytes(Tensor tensor, int dim) {
    return dim < 0 || tensor.size(dim) == 1 ? 0 : tensor.stride(dim) * tensor.dtype().sizeBytes();
  }

  private static Matrix at(Tensor tensor, long address) {
    int row = tensor.rank() - 2;
    long elementBytes = tensor.dtype().sizeBytes();
    return new Matrix(
        tensor.dtype(),
        address,
        tensor.size(row),
        tensor.size(row + 1),
        tensor.stride(row) * elementBytes,
        tensor.stride(row + 1) * elementBytes);
  }

  /** Returns {@code count} columns from {@code first}. */
  Matrix columns(long first, long count) {
    return new Matrix(type, at(0, first), rows, count, rowBytes, columnBytes);
  }

  /** Returns the address of an element. */
  long at(long row, long column) {
    return address + row * rowBytes + column * columnBytes;
  }
}
