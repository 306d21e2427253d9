package jackfield.aten.rule.resampling;

import jackfield.aten.resampling.Interpolation;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.tensor.Tensor;

/**
 * The rules of resampling that interpolates; each is named for its operator and takes its
 * arguments. A scale that is null follows from the sizes.
 *
 * <p><em>Types</em>: floating types, filters float32 and float64 only; the forward operators of
 * planes also take uint8.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class InterpolationRules {
  private InterpolationRules() {}

  /** Plans lines resampled by linear interpolation. */
  public static ResamplingPlan upsampleLinear1d(
      Tensor self, long[] outputSize, boolean alignCorners, Double scales) {
    return new Upsampling("upsample_linear1d", 1, Interpolation.LINEAR)
        .plan(self, outputSize, alignCorners, scales);
  }

  /** Plans the gradient of lines resampled by linear interpolation. */
  public static ResamplingPlan upsampleLinear1dBackward(
      Tensor gradOutput, long[] outputSize, long[] inputSize, boolean alignCorners, Double scales) {
    return new Upsampling("upsample_linear1d_backward", 1, Interpolation.LINEAR)
        .backward(gradOutput, outputSize, inputSize, alignCorners, scales);
  }

  /** Plans planes resampled by linear interpolation. */
  public static ResamplingPlan upsampleBilinear2d(
      Tensor self, long[] outputSize, boolean alignCorners, Double scalesH, Double scalesW) {
    return new Upsampling("upsample_bilinear2d", 2, Interpolation.LINEAR)
        .plan(self, outputSize, alignCorners, scalesH, scalesW);
  }

  /** Plans the gradient of planes resampled by linear interpolation. */
  public static ResamplingPlan upsampleBilinear2dBackward(
      Tensor gradOutput,
      long[] outputSize,
      long[] inputSize,
      boolean alignCorners,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("upsample_bilinear2d_backward", 2, Interpolation.LINEAR)
        .backward(gradOutput, outputSize, inputSize, alignCorners, scalesH, scalesW);
  }

  /** Plans volumes resampled by linear interpolation. */
  public static ResamplingPlan upsampleTrilinear3d(
      Tensor self,
      long[] outputSize,
      boolean alignCorners,
      Double scalesD,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("upsample_trilinear3d", 3, Interpolation.LINEAR)
        .plan(self, outputSize, alignCorners, scalesD, scalesH, scalesW);
  }

  /** Plans the gradient of volumes resampled by linear interpolation. */
  public static ResamplingPlan upsampleTrilinear3dBackward(
      Tensor gradOutput,
      long[] outputSize,
      long[] inputSize,
      boolean alignCorners,
      Double scalesD,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("upsample_trilinear3d_backward", 3, Interpolation.LINEAR)
        .backward(gradOutput, outputSize, inputSize, alignCorners, scalesD, scalesH, scalesW);
  }

  /** Plans planes resampled by cubic interpolation. */
  public static ResamplingPlan upsampleBicubic2d(
      Tensor self, long[] outputSize, boolean alignCorners, Double scalesH, Double scalesW) {
    return new Upsampling("upsample_bicubic2d", 2, Interpolation.CUBIC)
        .plan(self, outputSize, alignCorners, scalesH, scalesW);
  }

  /** Plans the gradient of planes resampled by cubic interpolation. */
  public static ResamplingPlan upsampleBicubic2dBackward(
      Tensor gradOutput,
      long[] outputSize,
      long[] inputSize,
      boolean alignCorners,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("upsample_bicubic2d_backward", 2, Interpolation.CUBIC)
        .backward(gradOutput, outputSize, inputSize, alignCorners, scalesH, scalesW);
  }

  /** Plans planes resampled by a linear filter. */
  public static ResamplingPlan upsampleBilinear2dAa(
      Tensor self, long[] outputSize, boolean alignCorners, Double scalesH, Double scalesW) {
    return new Upsampling("_upsample_bilinear2d_aa", 2, Interpolation.LINEAR_FILTER)
        .plan(self, outputSize, alignCorners, scalesH, scalesW);
  }

  /** Plans the gradient of planes resampled by a linear filter. */
  public static ResamplingPlan upsampleBilinear2dAaBackward(
      Tensor gradOutput,
      long[] outputSize,
      long[] inputSize,
      boolean alignCorners,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("_upsample_bilinear2d_aa_backward", 2, Interpolation.LINEAR_FILTER)
        .backward(gradOutput, outputSize, inputSize, alignCorners, scalesH, scalesW);
  }

  /** Plans planes resampled by a cubic filter. */
  public static ResamplingPlan upsampleBicubic2dAa(
      Tensor self, long[] outputSize, boolean alignCorners, Double scalesH, Double scalesW) {
    return new Upsampling("_upsample_bicubic2d_aa", 2, Interpolation.CUBIC_FILTER)
        .plan(self, outputSize, alignCorners, scalesH, scalesW);
  }

  /** Plans the gradient of planes resampled by a cubic filter. */
  public static ResamplingPlan upsampleBicubic2dAaBackward(
      Tensor gradOutput,
      long[] outputSize,
      long[] inputSize,
      boolean alignCorners,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("_upsample_bicubic2d_aa_backward", 2, Interpolation.CUBIC_FILTER)
        .backward(gradOutput, outputSize, inputSize, alignCorners, scalesH, scalesW);
  }
}
