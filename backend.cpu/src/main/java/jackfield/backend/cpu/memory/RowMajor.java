package jackfield.backend.cpu.memory;

import jackfield.tensor.Tensor;

/** Row-major positions of elements of tensors with any strides. */
public final class RowMajor {
  private RowMajor() {}

  /** Returns the offset of the element at a row-major position from the first one, in elements. */
  public static long offset(Tensor tensor, long position) {
    long rest = position;
    long offset = 0;
    for (int dim = tensor.rank() - 1; dim >= 0; dim--) {
      offset += rest % tensor.size(dim) * tensor.stride(dim);
      rest /= tensor.size(dim);
    }
    return offset;
  }
}
