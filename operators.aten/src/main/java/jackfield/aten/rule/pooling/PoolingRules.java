package jackfield.aten.rule.pooling;

import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.rule.TypeRules;
import jackfield.tensor.Tensor;

/**
 * The rules of pooling; each is named for its operator and takes its arguments.
 *
 * <p><em>Types</em>: maxima of all real types but bool; averages of floating types, those of fixed
 * windows of int64 too; others of floating types.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PoolingRules {
  private PoolingRules() {}

  /** Plans averages of windows of planes. */
  public static PoolingPlan avgPool2d(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      boolean ceilMode,
      boolean countIncludePad,
      Long divisorOverride) {
    return new Pooling("avg_pool2d", 2)
        .average(
            null, self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride);
  }

  /** Plans the gradient of averages of windows of planes. */
  public static PoolingPlan avgPool2dBackward(
      Tensor gradOutput,
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      boolean ceilMode,
      boolean countIncludePad,
      Long divisorOverride) {
    return new Pooling("avg_pool2d_backward", 2)
        .average(
            gradOutput,
            self,
            kernelSize,
            stride,
            padding,
            ceilMode,
            countIncludePad,
            divisorOverride);
  }

  /** Plans averages of windows that divide planes evenly. */
  public static PoolingPlan adaptiveAvgPool2d(Tensor self, long[] outputSize) {
    return new Pooling("_adaptive_avg_pool2d", 2).adaptiveAverage(self, outputSize);
  }

  /** Plans the gradient of averages of windows that divide planes evenly. */
  public static PoolingPlan adaptiveAvgPool2dBackward(Tensor gradOutput, Tensor self) {
    return new Pooling("_adaptive_avg_pool2d_backward", 2)
        .adaptiveAverageBackward(gradOutput, self);
  }

  /** Plans the greatest elements of windows of planes and their indexes. */
  public static PoolingPlan maxPool2dWithIndices(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode) {
    return new Pooling("max_pool2d_with_indices", 2)
        .max(self, kernelSize, stride, padding, dilation, ceilMode);
  }

  /** Plans the gradient of the greatest elements of windows of planes. */
  public static PoolingPlan maxPool2dWithIndicesBackward(
      Tensor gradOutput,
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode,
      Tensor indices) {
    return new Pooling("max_pool2d_with_indices_backward", 2)
        .maxBackward(gradOutput, self, kernelSize, stride, padding, dilation, ceilMode, indices);
  }

  /** Plans the greatest elements of windows that divide planes evenly, and their indexes. */
  public static PoolingPlan adaptiveMaxPool2d(Tensor self, long[] outputSize) {
    return new Pooling("adaptive_max_pool2d", 2).adaptiveMax(self, outputSize);
  }

  /** Plans the gradient of the greatest elements of windows that divide planes evenly. */
  public static PoolingPlan adaptiveMaxPool2dBackward(
      Tensor gradOutput, Tensor self, Tensor indices) {
    return new Pooling("adaptive_max_pool2d_backward", 2)
        .adaptiveMaxBackward(gradOutput, self, indices);
  }

  /** Plans averages of windows of volumes; on the host not of float16 and bfloat16. */
  public static PoolingPlan avgPool3d(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      boolean ceilMode,
      boolean countIncludePad,
      Long divisorOverride) {
    if (self.device().isHost()) {
      TypeRules.refuse("avg_pool3d", TypeRules.HALF, self.dtype());
    }
    return Pooling.rowMajor("avg_pool3d", 3)
        .average(
            null, self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride);
  }

  /** Plans the gradient of averages of windows of volumes. */
  public static PoolingPlan avgPool3dBackward(
      Tensor gradOutput,
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      boolean ceilMode,
      boolean countIncludePad,
      Long divisorOverride) {
    return Pooling.rowMajor("avg_pool3d_backward", 3)
        .average(
            gradOutput,
            self,
            kernelSize,
            stride,
            padding,
            ceilMode,
            countIncludePad,
            divisorOverride);
  }

  /** Plans averages of windows that divide volumes evenly. */
  public static PoolingPlan adaptiveAvgPool3d(Tensor self, long[] outputSize) {
    return Pooling.rowMajor("_adaptive_avg_pool3d", 3).adaptiveAverage(self, outputSize);
  }

  /** Plans the gradient of averages of windows that divide volumes evenly. */
  public static PoolingPlan adaptiveAvgPool3dBackward(Tensor gradOutput, Tensor self) {
    return Pooling.rowMajor("_adaptive_avg_pool3d_backward", 3)
        .adaptiveAverageBackward(gradOutput, self);
  }

  /** Plans the greatest elements of windows of volumes and their indexes. */
  public static PoolingPlan maxPool3dWithIndices(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode) {
    return new Pooling("max_pool3d_with_indices", 3)
        .max(self, kernelSize, stride, padding, dilation, ceilMode);
  }

  /** Plans the gradient of the greatest elements of windows of volumes. */
  public static PoolingPlan maxPool3dWithIndicesBackward(
      Tensor gradOutput,
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode,
      Tensor indices) {
    return new Pooling("max_pool3d_with_indices_backward", 3)
        .maxBackward(gradOutput, self, kernelSize, stride, padding, dilation, ceilMode, indices);
  }

  /** Plans the greatest elements of windows that divide volumes evenly, and their indexes. */
  public static PoolingPlan adaptiveMaxPool3d(Tensor self, long[] outputSize) {
    return Pooling.rowMajor("adaptive_max_pool3d", 3).adaptiveMax(self, outputSize);
  }

  /** Plans the gradient of the greatest elements of windows that divide volumes evenly. */
  public static PoolingPlan adaptiveMaxPool3dBackward(
      Tensor gradOutput, Tensor self, Tensor indices) {
    return Pooling.rowMajor("adaptive_max_pool3d_backward", 3)
        .adaptiveMaxBackward(gradOutput, self, indices);
  }

  /** Plans planes in which elements are at their indexes. */
  public static PoolingPlan maxUnpool2d(Tensor self, Tensor indices, long[] outputSize) {
    return new Pooling("max_unpool2d", 2).unpool(self, indices, outputSize, null, null);
  }

  /** Plans volumes in which elements are at their indexes. */
  public static PoolingPlan maxUnpool3d(
      Tensor self, Tensor indices, long[] outputSize, long[] stride, long[] padding) {
    return Pooling.rowMajor("max_unpool3d", 3).unpool(self, indices, outputSize, stride, padding);
  }
}
