package jackfield.aten.composite.channel;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Normalizations that are composed of other operators and differentiated through them: softmax, its
 * logarithm, and those of layers.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class NormalizationKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public NormalizationKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Normalizes the last dimensions.
   *
   * @param cudnnEnable has no effect
   */
  public Tensor layerNorm(
      Tensor input,
      long[] normalizedShape,
      Tensor weight,
      Tensor bias,
      double eps,
      boolean cudnnEnable) {
    return aten.nativeLayerNorm(input, normalizedShape, weight, bias, eps).first();
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
