package jackfield.backend.cpu.normalization;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The numbers of channels, one each, as parameters and statistics have them; it may be absent.
 *
 * @param type null if it is absent
 * @param step bytes from one number to the next
 */
record Parameter(DType type, long address, long step) {
  /** Returns the numbers of a tensor of one dimension, or none for null. */
  static Parameter of(Tensor tensor) {
    if (tensor == null) {
      return new Parameter(null, 0, 0);
    }
    long stride = tensor.elementCount() > 1 ? tensor.stride(0) : 0;
    return new Parameter(tensor.dtype(), tensor.address(), stride * tensor.dtype().sizeBytes());
  }

  /** Returns the numbers of a row-major tensor, or none for null. */
  static Parameter rowMajor(Tensor tensor) {
    return tensor == null
        ? of(null)
        : new Parameter(tensor.dtype(), tensor.address(), tensor.dtype().sizeBytes());
  }

  boolean isAbsent() {
    return type == null;
  }

  double at(long i) {
    return Elements.doubleAt(type, address + i * step);
  }

  double or(long i, double absent) {
    return isAbsent() ? absent : at(i);
  }

  /** Writes a number, if the output is requested. */
  void put(long i, double value) {
    if (!isAbsent()) {
      Elements.putDouble(type, address + i * step, value);
    }
  }
}
