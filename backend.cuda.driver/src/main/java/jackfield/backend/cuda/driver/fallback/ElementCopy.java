package jackfield.backend.cuda.driver.fallback;

import jackfield.tensor.Tensor;

/** Copies the elements of a tensor in host memory into one of the device, and no other bytes. */
@FunctionalInterface
public interface ElementCopy {
  /** Copies elements between tensors of the same sizes; the host's may change on return. */
  void copy(Tensor to, Tensor from);
}
