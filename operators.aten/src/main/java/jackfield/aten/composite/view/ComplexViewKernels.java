package jackfield.aten.composite.view;

import jackfield.key.DispatchKey;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * What a tensor tells of complex numbers without access to an element, so that it works on every
 * backend: whether they are its elements, and views of them as pairs of real numbers and back.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ComplexViewKernels {
  private ComplexViewKernels() {}

  /** Returns whether the elements are complex numbers. */
  public static boolean isComplex(Tensor self) {
    return self.dtype().isComplex();
  }

  /**
   * Returns a view with the real and imaginary parts as a new last dimension of size 2.
   *
   * @throws TypeMismatch if the tensor is not complex, or its memory contains the conjugates
   */
  public static Tensor viewAsReal(Tensor self) {
    if (!self.dtype().isComplex()) {
      throw new TypeMismatch("view_as_real", "expected a complex tensor, found " + self.summary());
    }
    if (self.has(DispatchKey.CONJUGATE)) {
      throw new TypeMismatch(
          "view_as_real",
          "the memory of %s contains the conjugates of its elements; call resolve_conj before"
              .formatted(self.summary()));
    }
    int rank = self.rank();
    long[] sizes = Arrays.copyOf(self.sizes(), rank + 1);
    long[] strides =
        Arrays.stream(Arrays.copyOf(self.strides(), rank + 1))
            .map(stride -> Shapes.product(2, stride))
            .toArray();
    sizes[rank] = 2;
    strides[rank] = 1;
    return view(self, self.dtype().realType(), sizes, strides, Shapes.product(2, self.offset()));
  }

  /**
   * Returns a view of a last dimension of size 2 as complex numbers.
   *
   * @throws TypeMismatch if no complex type has parts of the tensor's type
   * @throws ShapeMismatch if the last dimension is missing or not of size 2, or if the strides do
   *     not put the two parts of each number next to each other
   */
  public static Tensor viewAsComplex(Tensor self) {
    if (self.dtype() != DType.FLOAT32 && self.dtype() != DType.FLOAT64) {
      throw new TypeMismatch(
          "view_as_complex", "expected float32 or float64, found " + self.summary());
    }
    int last = self.rank() - 1;
    if (last < 0 || self.size(last) != 2) {
      throw new ShapeMismatch(
          "view_as_complex", "expected a last dimension of size 2", self.sizes());
    }
    long[] strides = Arrays.copyOf(self.strides(), last);
    boolean pairs = self.stride(last) == 1 && self.offset() % 2 == 0;
    if (!pairs || Arrays.stream(strides).anyMatch(stride -> stride % 2 != 0)) {
      throw new ShapeMismatch(
          "view_as_complex",
          "expected pairs side by side, found strides %s and offset %d"
              .formatted(Arrays.toString(self.strides()), self.offset()),
          self.sizes());
    }
    long[] halved = Arrays.stream(strides).map(stride -> stride / 2).toArray();
    return view(
        self,
        self.dtype().complexType(),
        Arrays.copyOf(self.sizes(), last),
        halved,
        self.offset() / 2);
  }

  private static Tensor view(Tensor self, DType type, long[] sizes, long[] strides, long offset) {
    return Tensor.of(self.keyBits(), type, self.storage(), sizes, strides, offset);
  }
}
