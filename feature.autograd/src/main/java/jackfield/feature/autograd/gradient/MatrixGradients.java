package jackfield.feature.autograd.gradient;

import jackfield.aten.Mm;
import jackfield.aten.MulScalar;
import jackfield.aten.T;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The gradients of a product of two matrices. Each gradient has the layout of its matrix, so that a
 * transposed weight can keep its gradient without a copy.
 */
public final class MatrixGradients {
  private final Mm mm;
  private final T t;
  private final MulScalar mul;
  private final Conjugates conjugates;

  public MatrixGradients(KernelRegistrar kernels) {
    this.mm = kernels.operator(Mm.TYPE);
    this.t = kernels.operator(T.TYPE);
    this.mul = kernels.operator(MulScalar.TYPE);
    this.conjugates = new Conjugates(kernels);
  }

  /** Returns the gradient of the first matrix, which has these sizes and strides. */
  public Tensor first(Tensor grad, Tensor mat2, long[] sizes, long[] strides, Scalar alpha) {
    Tensor other = conjugates.of(mat2);
    Tensor product =
        isColumnMajor(sizes, strides)
            ? t.call(mm.call(other, t.call(grad)))
            : mm.call(grad, t.call(other));
    return scaled(product, alpha);
  }

  /** Returns the gradient of the second matrix, which has these sizes and strides. */
  public Tensor second(Tensor grad, Tensor mat1, long[] sizes, long[] strides, Scalar alpha) {
    Tensor other = conjugates.of(mat1);
    Tensor product =
        isColumnMajor(sizes, strides)
            ? t.call(mm.call(t.call(grad), other))
            : mm.call(t.call(other), grad);
    return scaled(product, alpha);
  }

  private Tensor scaled(Tensor product, Scalar alpha) {
    return alpha.is(1) ? product : mul.call(product, Conjugates.of(alpha));
  }

  private static boolean isColumnMajor(long[] sizes, long[] strides) {
    return strides[0] == 1 && strides[1] == sizes[0];
  }
}
