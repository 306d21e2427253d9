package jackfield.aten.composite.resampling;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/**
 * Resampling that takes single elements, to a size or by factors, of which exactly one is not null.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class NearestKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public NearestKernels(Aten aten) {
    this.aten = aten;
  }

  /** Resamples lines; each element of the result is that of self at the scaled index. */
  public Tensor upsampleNearest1d(Tensor input, long[] outputSize, double[] scaleFactors) {
    Target to = Target.of("upsample_nearest1d", 1, input, outputSize, scaleFactors);
    return aten.upsampleNearest1d(input, to.size(), to.factor(0));
  }

  /** Resamples planes; each element of the result is that of self at the scaled index. */
  public Tensor upsampleNearest2d(Tensor input, long[] outputSize, double[] scaleFactors) {
    Target to = Target.of("upsample_nearest2d", 2, input, outputSize, scaleFactors);
    return aten.upsampleNearest2d(input, to.size(), to.factor(0), to.factor(1));
  }

  /** Resamples volumes; each element of the result is that of self at the scaled index. */
  public Tensor upsampleNearest3d(Tensor input, long[] outputSize, double[] scaleFactors) {
    Target to = Target.of("upsample_nearest3d", 3, input, outputSize, scaleFactors);
    return aten.upsampleNearest3d(input, to.size(), to.factor(0), to.factor(1), to.factor(2));
  }

  /** Resamples lines; each element of the result is that of self that is nearest to its centre. */
  public Tensor upsampleNearestExact1d(Tensor input, long[] outputSize, double[] scaleFactors) {
    Target to = Target.of("_upsample_nearest_exact1d", 1, input, outputSize, scaleFactors);
    return aten._upsampleNearestExact1d(input, to.size(), to.factor(0));
  }

  /** Resamples planes; each element of the result is that of self that is nearest to its centre. */
  public Tensor upsampleNearestExact2d(Tensor input, long[] outputSize, double[] scaleFactors) {
    Target to = Target.of("_upsample_nearest_exact2d", 2, input, outputSize, scaleFactors);
    return aten._upsampleNearestExact2d(input, to.size(), to.factor(0), to.factor(1));
  }

  /**
   * Resamples volumes; each element of the result is that of self that is nearest to its centre.
   */
  public Tensor upsampleNearestExact3d(Tensor input, long[] outputSize, double[] scaleFactors) {
    Target to = Target.of("_upsample_nearest_exact3d", 3, input, outputSize, scaleFactors);
    return aten._upsampleNearestExact3d(input, to.size(), to.factor(0), to.factor(1), to.factor(2));
  }
}
