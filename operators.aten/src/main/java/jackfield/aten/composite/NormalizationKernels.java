package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/**
 * Normalizations that are composed of other operators and differentiated through them.
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
}
