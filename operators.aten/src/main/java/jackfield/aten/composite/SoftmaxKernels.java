package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Kernels that convert the input, then call {@code _softmax} or {@code _log_softmax}, and are
 * differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SoftmaxKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SoftmaxKernels(Aten aten) {
    this.aten = aten;
  }

  /** Computes softmax: scales a dimension to positive numbers whose sum is 1. */
  public Tensor softmax(Tensor self, long dim, DType dtype) {
    return aten._softmax(converted(self, dtype), dim, false);
  }

  /** Computes the logarithm of softmax. */
  public Tensor logSoftmax(Tensor self, long dim, DType dtype) {
    return aten._logSoftmax(converted(self, dtype), dim, false);
  }

  private Tensor converted(Tensor self, DType dtype) {
    return dtype == null ? self : aten.to(self, dtype);
  }
}
