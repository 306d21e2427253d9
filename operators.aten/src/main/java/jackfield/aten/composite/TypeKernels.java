package jackfield.aten.composite;

import jackfield.tensor.Tensor;

/** Queries about the type of a tensor's elements, which no backend needs to answer. */
public final class TypeKernels {
  private TypeKernels() {}

  /** Returns whether the elements are complex numbers. */
  public static boolean isComplex(Tensor self) {
    return self.dtype().isComplex();
  }
}
