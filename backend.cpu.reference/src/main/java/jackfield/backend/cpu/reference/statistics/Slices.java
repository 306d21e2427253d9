package jackfield.backend.cpu.reference.statistics;

import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.ElementCursor;
import jackfield.backend.cpu.reference.element.ElementOrder;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The slices of a dimension, or single elements, and their order: that of the first elements that
 * differ. NaN differs from itself, but has its place after all numbers.
 */
final class Slices {
  private final ElementOrder order;
  private final long[] starts; // the address of each slice
  private final long[] offsets; // of a slice's elements, in bytes

  private Slices(DType type, long[] starts, long[] offsets) {
    this.order = new ElementOrder(type);
    this.starts = starts;
    this.offsets = offsets;
  }

  /** Returns the elements of a tensor in row-major order. */
  static Slices elements(String operator, Tensor tensor) {
    return new Slices(tensor.dtype(), addresses(operator, tensor), new long[1]);
  }

  /** Returns the slices of a dimension of a tensor with elements. */
  static Slices along(String operator, Tensor tensor, int dim) {
    long[] starts = new long[ArrayLength.of(operator, "self", tensor.size(dim))];
    long stepBytes = tensor.stride(dim) * tensor.dtype().sizeBytes();
    for (int slice = 0; slice < starts.length; slice++) {
      starts[slice] = tensor.address() + slice * stepBytes;
    }
    long[] sizes = tensor.sizes().clone();
    sizes[dim] = 1;
    Tensor first = tensor.alias(sizes, tensor.strides(), tensor.offset());
    long[] offsets = addresses(operator, first);
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] -= tensor.address();
    }
    return new Slices(tensor.dtype(), starts, offsets);
  }

  private static long[] addresses(String operator, Tensor tensor) {
    long[] addresses = new long[ArrayLength.of(operator, "self", tensor.elementCount())];
    ElementCursor cursor = new ElementCursor(tensor);
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = cursor.next();
    }
    return addresses;
  }

  /** Returns the number of slices. */
  int count() {
    return starts.length;
  }

  /** Compares two slices. */
  int compare(int a, int b) {
    for (long offset : offsets) {
      int compared = order.compare(starts[a] + offset, starts[b] + offset);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  /** Returns whether two slices have equal elements, none of which is NaN. */
  boolean isEqual(int a, int b) {
    for (long offset : offsets) {
      long first = starts[a] + offset;
      if (order.isNan(first) || order.compare(first, starts[b] + offset) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Copies a slice into one of another tensor. */
  void copy(int slice, Slices to, int target) {
    DType type = order.type();
    for (int i = 0; i < offsets.length; i++) {
      ElementCopy.copy(type, starts[slice] + offsets[i], type, to.starts[target] + to.offsets[i]);
    }
  }
}
