package jackfield.aten.rule.resampling;

import jackfield.aten.resampling.Interpolation;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.tensor.Tensor;

/**
 * The rules of resampling that takes single elements; each is named for its operator and takes its
 * arguments. A scale that is null follows from the sizes.
 *
 * <p><em>Types</em>: floating types; the forward operators also take uint8.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class NearestRules {
  private NearestRules() {}

  /** Plans lines resampled at scaled indexes. */
  public static ResamplingPlan upsampleNearest1d(Tensor self, long[] outputSize, Double scales) {
    return new Upsampling("upsample_nearest1d", 1, Interpolation.NEAREST)
        .plan(self, outputSize, false, scales);
  }

  /** Plans the gradient of lines resampled at scaled indexes. */
  public static ResamplingPlan upsampleNearest1dBackward(
      Tensor gradOutput, long[] outputSize, long[] inputSize, Double scales) {
    return new Upsampling("upsample_nearest1d_backward", 1, Interpolation.NEAREST)
        .backward(gradOutput, outputSize, inputSize, false, scales);
  }

  /** Plans planes resampled at scaled indexes. */
  public static ResamplingPlan upsampleNearest2d(
      Tensor self, long[] outputSize, Double scalesH, Double scalesW) {
    return new Upsampling("upsample_nearest2d", 2, Interpolation.NEAREST)
        .plan(self, outputSize, false, scalesH, scalesW);
  }

  /** Plans the gradient of planes resampled at scaled indexes. */
  public static ResamplingPlan upsampleNearest2dBackward(
      Tensor gradOutput, long[] outputSize, long[] inputSize, Double scalesH, Double scalesW) {
    return new Upsampling("upsample_nearest2d_backward", 2, Interpolation.NEAREST)
        .backward(gradOutput, outputSize, inputSize, false, scalesH, scalesW);
  }

  /** Plans volumes resampled at scaled indexes. */
  public static ResamplingPlan upsampleNearest3d(
      Tensor self, long[] outputSize, Double scalesD, Double scalesH, Double scalesW) {
    return new Upsampling("upsample_nearest3d", 3, Interpolation.NEAREST)
        .plan(self, outputSize, false, scalesD, scalesH, scalesW);
  }

  /** Plans the gradient of volumes resampled at scaled indexes. */
  public static ResamplingPlan upsampleNearest3dBackward(
      Tensor gradOutput,
      long[] outputSize,
      long[] inputSize,
      Double scalesD,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("upsample_nearest3d_backward", 3, Interpolation.NEAREST)
        .backward(gradOutput, outputSize, inputSize, false, scalesD, scalesH, scalesW);
  }

  /** Plans lines resampled at the nearest centres. */
  public static ResamplingPlan upsampleNearestExact1d(
      Tensor self, long[] outputSize, Double scales) {
    return new Upsampling("_upsample_nearest_exact1d", 1, Interpolation.NEAREST_EXACT)
        .plan(self, outputSize, false, scales);
  }

  /** Plans the gradient of lines resampled at the nearest centres. */
  public static ResamplingPlan upsampleNearestExact1dBackward(
      Tensor gradOutput, long[] outputSize, long[] inputSize, Double scales) {
    return new Upsampling("_upsample_nearest_exact1d_backward", 1, Interpolation.NEAREST_EXACT)
        .backward(gradOutput, outputSize, inputSize, false, scales);
  }

  /** Plans planes resampled at the nearest centres. */
  public static ResamplingPlan upsampleNearestExact2d(
      Tensor self, long[] outputSize, Double scalesH, Double scalesW) {
    return new Upsampling("_upsample_nearest_exact2d", 2, Interpolation.NEAREST_EXACT)
        .plan(self, outputSize, false, scalesH, scalesW);
  }

  /** Plans the gradient of planes resampled at the nearest centres. */
  public static ResamplingPlan upsampleNearestExact2dBackward(
      Tensor gradOutput, long[] outputSize, long[] inputSize, Double scalesH, Double scalesW) {
    return new Upsampling("_upsample_nearest_exact2d_backward", 2, Interpolation.NEAREST_EXACT)
        .backward(gradOutput, outputSize, inputSize, false, scalesH, scalesW);
  }

  /** Plans volumes resampled at the nearest centres. */
  public static ResamplingPlan upsampleNearestExact3d(
      Tensor self, long[] outputSize, Double scalesD, Double scalesH, Double scalesW) {
    return new Upsampling("_upsample_nearest_exact3d", 3, Interpolation.NEAREST_EXACT)
        .plan(self, outputSize, false, scalesD, scalesH, scalesW);
  }

  /** Plans the gradient of volumes resampled at the nearest centres. */
  public static ResamplingPlan upsampleNearestExact3dBackward(
      Tensor gradOutput,
      long[] outputSize,
      long[] inputSize,
      Double scalesD,
      Double scalesH,
      Double scalesW) {
    return new Upsampling("_upsample_nearest_exact3d_backward", 3, Interpolation.NEAREST_EXACT)
        .backward(gradOutput, outputSize, inputSize, false, scalesD, scalesH, scalesW);
  }
}
