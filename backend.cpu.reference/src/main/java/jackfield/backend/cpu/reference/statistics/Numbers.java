package jackfield.backend.cpu.reference.statistics;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The numbers of a vector in memory; a number is rounded to the vector's type when it is stored.
 */
record Numbers(DType type, long address, long stepBytes, long length) {
  /** Returns the numbers of a tensor of one dimension. */
  static Numbers of(Tensor vector) {
    DType type = vector.dtype();
    long length = vector.size(0);
    long address = length == 0 ? 0 : vector.address();
    return new Numbers(type, address, vector.stride(0) * type.sizeBytes(), length);
  }

  /** Returns one number. */
  double at(long index) {
    return Elements.doubleAt(type, address + index * stepBytes);
  }

  /** Stores one number. */
  void put(long index, double value) {
    Elements.putDouble(type, address + index * stepBytes, value);
  }

  /** Adds to one number. */
  void add(long index, double value) {
    put(index, at(index) + value);
  }

  /** Stores 0 everywhere. */
  void clear() {
    for (long i = 0; i < length; i++) {
      put(i, 0);
    }
  }
}
