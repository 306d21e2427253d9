package jackfield.aten.kernel;

import jackfield.tensor.Tensor;

/**
 * Copies elements between tensors of all types, layouts and devices that the backend supports.
 * Bound to {@code aten::copy_}, redispatched at the backend's key.
 */
@FunctionalInterface
public interface Copier {
  /** Writes the elements of {@code from} into {@code to}, whose sizes are the same. */
  void copy(Tensor to, Tensor from);
}
