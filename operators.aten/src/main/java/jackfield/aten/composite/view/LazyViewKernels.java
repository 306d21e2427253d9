package jackfield.aten.composite.view;

import jackfield.key.DispatchKey;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Views with a lazy bit: the key Conjugate or Negative says that the memory contains the conjugates
 * of the elements, or the elements negated. They work on every backend, since they access no
 * element. Kernels of backends never see such a tensor: the fallbacks of the two keys compute the
 * elements before ({@code LazyBitsFallback} in the package {@code library}).
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LazyViewKernels {
  private LazyViewKernels() {}

  /**
   * Returns a view of the complex conjugates.
   *
   * @throws TypeMismatch if the tensor is not complex
   */
  public static Tensor conjugate(Tensor self) {
    if (!self.dtype().isComplex()) {
      throw new TypeMismatch("_conj", "expected a complex tensor, found " + self.summary());
    }
    return toggled(self, DispatchKey.CONJUGATE);
  }

  /**
   * Returns a view of the negated elements.
   *
   * @throws TypeMismatch if the tensor is boolean
   */
  public static Tensor negative(Tensor self) {
    if (self.dtype().category() == DType.Category.BOOLEAN) {
      throw new TypeMismatch("_neg_view", "expected numbers, found " + self.summary());
    }
    return toggled(self, DispatchKey.NEGATIVE);
  }

  private static Tensor toggled(Tensor self, DispatchKey bit) {
    return Tensor.of(
        self.keyBits() ^ bit.bits(),
        self.dtype(),
        self.storage(),
        self.sizes(),
        self.strides(),
        self.offset());
  }
}
