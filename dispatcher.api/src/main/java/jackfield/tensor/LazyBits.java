package jackfield.tensor;

import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;

/**
 * The keys Conjugate and Negative of a tensor: its memory contains other values than the tensor
 * has. Code that copies elements out of a tensor applies them.
 */
final class LazyBits {
  private static final long BITS =
      DispatchKeySet.of(DispatchKey.CONJUGATE, DispatchKey.NEGATIVE).bits();

  private LazyBits() {}

  /** Returns whether the memory contains other values than the tensor has. */
  static boolean isLazy(Tensor tensor) {
    return (tensor.keyBits() & BITS) != 0;
  }

  /** Returns a new contiguous tensor whose memory contains the values of {@code lazy}. */
  static Tensor resolved(Tensor lazy) {
    Tensor plain = HostData.empty(lazy.dtype(), lazy.sizes());
    int size = lazy.dtype().sizeBytes();
    HostData.forEachStoredBlock( // one block, since the new tensor is contiguous
        plain,
        (target, _) -> {
          long[] next = {target};
          HostData.forEachAddress(
              lazy,
              address -> {
                resolve(lazy, address, next[0]);
                next[0] += size;
              });
        });
    return plain;
  }

  private static void resolve(Tensor lazy, long source, long target) {
    DType type = lazy.dtype();
    boolean isNegative = lazy.has(DispatchKey.NEGATIVE);
    if (type.isComplex()) {
      double real = Elements.doubleAt(type, source);
      double imaginary = Elements.imaginaryAt(type, source);
      boolean isFlipped = isNegative != lazy.has(DispatchKey.CONJUGATE);
      Elements.putComplex(
          type, target, isNegative ? -real : real, isFlipped ? -imaginary : imaginary);
    } else if (type.isFloating()) {
      double value = Elements.doubleAt(type, source);
      Elements.putDouble(type, target, isNegative ? -value : value);
    } else {
      long value = Elements.longAt(type, source);
      Elements.putLong(type, target, isNegative ? -value : value);
    }
  }
}
