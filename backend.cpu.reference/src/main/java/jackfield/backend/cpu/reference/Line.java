package jackfield.backend.cpu.reference;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Iterates over the lines of a tensor along one dimension, in row-major order of the other
 * dimensions. A tensor without dimensions is one line of one element.
 */
final class Line {
  private final DType type;
  private final long[] sizes; // sizes of the other dimensions
  private final long[] steps; // strides of the other dimensions, in bytes
  private final long length;
  private final long stepBytes;
  private final long[] index; // the next two fields are written by next()
  private long address;

  Line(Tensor tensor, int dim) {
    type = tensor.dtype();
    int others = Math.max(tensor.rank() - 1, 0);
    sizes = new long[others];
    steps = new long[others];
    index = new long[others];
    for (int other = 0; other < others; other++) {
      int from = other < dim ? other : other + 1;
      sizes[other] = tensor.size(from);
      steps[other] = tensor.stride(from) * type.sizeBytes();
    }
    length = tensor.rank() == 0 ? 1 : tensor.size(dim);
    stepBytes = tensor.rank() == 0 ? 0 : tensor.stride(dim) * type.sizeBytes();
    address = tensor.address();
  }

  /** Returns the number of lines of {@code tensor} along {@code dim}; 0 if it is empty. */
  static long count(Tensor tensor, int dim) {
    long elements = tensor.elementCount();
    return tensor.rank() == 0 || elements == 0 ? elements : elements / tensor.size(dim);
  }

  /** Advances to the next line; after the last line the first one follows. */
  void next() {
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      address += steps[dim];
      if (++index[dim] < sizes[dim]) {
        return;
      }
      address -= steps[dim] * sizes[dim];
      index[dim] = 0;
    }
  }

  long length() {
    return length;
  }

  DType type() {
    return type;
  }

  long stepBytes() {
    return stepBytes;
  }

  long addressAt(long i) {
    return address + i * stepBytes;
  }

  double doubleAt(long i) {
    return Elements.doubleAt(type, addressAt(i));
  }

  void put(long i, double value) {
    Elements.putDouble(type, addressAt(i), value);
  }
}
