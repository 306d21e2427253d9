package jackfield.aten.composite.resampling;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/**
 * Resampling that interpolates, to a size or by factors, of which exactly one is not null.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class InterpolationKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public InterpolationKernels(Aten aten) {
    this.aten = aten;
  }

  /** Resamples lines by linear interpolation. */
  public Tensor upsampleLinear1d(
      Tensor input, long[] outputSize, boolean alignCorners, double[] scaleFactors) {
    Target to = Target.of("upsample_linear1d", 1, input, outputSize, scaleFactors);
    return aten.upsampleLinear1d(input, to.size(), alignCorners, to.factor(0));
  }

  /** Resamples planes by linear interpolation. */
  public Tensor upsampleBilinear2d(
      Tensor input, long[] outputSize, boolean alignCorners, double[] scaleFactors) {
    Target to = Target.of("upsample_bilinear2d", 2, input, outputSize, scaleFactors);
    return aten.upsampleBilinear2d(input, to.size(), alignCorners, to.factor(0), to.factor(1));
  }

  /** Resamples volumes by linear interpolation. */
  public Tensor upsampleTrilinear3d(
      Tensor input, long[] outputSize, boolean alignCorners, double[] scaleFactors) {
    Target to = Target.of("upsample_trilinear3d", 3, input, outputSize, scaleFactors);
    return aten.upsampleTrilinear3d(
        input, to.size(), alignCorners, to.factor(0), to.factor(1), to.factor(2));
  }

  /** Resamples planes by cubic interpolation. */
  public Tensor upsampleBicubic2d(
      Tensor input, long[] outputSize, boolean alignCorners, double[] scaleFactors) {
    Target to = Target.of("upsample_bicubic2d", 2, input, outputSize, scaleFactors);
    return aten.upsampleBicubic2d(input, to.size(), alignCorners, to.factor(0), to.factor(1));
  }

  /** Resamples planes by a linear filter, which is wider where the result is smaller. */
  public Tensor upsampleBilinear2dAa(
      Tensor input, long[] outputSize, boolean alignCorners, double[] scaleFactors) {
    Target to = Target.of("_upsample_bilinear2d_aa", 2, input, outputSize, scaleFactors);
    return aten._upsampleBilinear2dAa(input, to.size(), alignCorners, to.factor(0), to.factor(1));
  }

  /** Resamples planes by a cubic filter, which is wider where the result is smaller. */
  public Tensor upsampleBicubic2dAa(
      Tensor input, long[] outputSize, boolean alignCorners, double[] scaleFactors) {
    Target to = Target.of("_upsample_bicubic2d_aa", 2, input, outputSize, scaleFactors);
    return aten._upsampleBicubic2dAa(input, to.size(), alignCorners, to.factor(0), to.factor(1));
  }
}
