package jackfield.backend.cpu.reference.normalization;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** The elements of a tensor, which may be absent, in row-major order, whatever its strides are. */
final class Numbers {
  final long count;
  private final DType type;
  private final long address;
  private final long[] sizes;
  private final long[] strides; // null for a row-major tensor

  Numbers(Tensor tensor) {
    type = tensor == null ? null : tensor.dtype();
    address = tensor == null ? 0 : tensor.address();
    count = tensor == null ? 0 : tensor.elementCount();
    sizes = tensor == null ? null : tensor.sizes();
    strides = tensor == null || tensor.isContiguous() ? null : tensor.strides();
  }

  boolean isAbsent() {
    return type == null;
  }

  double at(long i) {
    return Elements.doubleAt(type, addressOf(i));
  }

  double or(long i, double absent) {
    return type == null ? absent : at(i);
  }

  void put(long i, double value) {
    Elements.putDouble(type, addressOf(i), value);
  }

  private long addressOf(long i) {
    return address + (strides == null ? i : strided(i)) * type.sizeBytes();
  }

  private long strided(long i) {
    long rest = i;
    long offset = 0;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      offset += rest % sizes[dim] * strides[dim];
      rest /= sizes[dim];
    }
    return offset;
  }
}
