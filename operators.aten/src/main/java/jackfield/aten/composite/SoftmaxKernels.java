package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Kernels that convert and then call {@code _softmax} or {@code _log_softmax}, and are
 * differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SoftmaxKernels {
  private final Aten aten;

  /** Creates the kernels over the operators that they are composed of. */
  public SoftmaxKernels(Aten aten) {
    this.aten = aten;
  }

  /** Scales a dimension to positive numbers of sum 1. */
  public Tensor softmax(Tensor self, long dim, DType dtype) {
    return aten._softmax(converted(self, dtype), dim, false);
  }

  /** Does the same and takes the logarithm. */
  public Tensor logSoftmax(Tensor self, long dim, DType dtype) {
    return aten._logSoftmax(converted(self, dtype), dim, false);
  }

  private Tensor converted(Tensor self, DType dtype) {
    return dtype == null ? self : aten.to(self, dtype);
  }
}
