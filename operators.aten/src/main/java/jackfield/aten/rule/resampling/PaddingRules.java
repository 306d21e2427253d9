package jackfield.aten.rule.resampling;

import jackfield.aten.resampling.ResamplingPlan;
import jackfield.tensor.Tensor;

/**
 * The rules of borders that repeat elements; each is named for its operator and takes its
 * arguments.
 *
 * <p><em>Types</em>: all but bool; gradients of floating and complex types.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PaddingRules {
  private PaddingRules() {}

  /** Plans lines mirrored at their edges. */
  public static ResamplingPlan reflectionPad1d(Tensor self, long[] padding) {
    return new Padding("reflection_pad1d", 1, true).plan(self, padding);
  }

  /** Plans the gradient of lines mirrored at their edges. */
  public static ResamplingPlan reflectionPad1dBackward(
      Tensor gradOutput, Tensor self, long[] padding) {
    return new Padding("reflection_pad1d_backward", 1, true).backward(gradOutput, self, padding);
  }

  /** Plans planes mirrored at their edges. */
  public static ResamplingPlan reflectionPad2d(Tensor self, long[] padding) {
    return new Padding("reflection_pad2d", 2, true).plan(self, padding);
  }

  /** Plans the gradient of planes mirrored at their edges. */
  public static ResamplingPlan reflectionPad2dBackward(
      Tensor gradOutput, Tensor self, long[] padding) {
    return new Padding("reflection_pad2d_backward", 2, true).backward(gradOutput, self, padding);
  }

  /** Plans volumes mirrored at their edges. */
  public static ResamplingPlan reflectionPad3d(Tensor self, long[] padding) {
    return new Padding("reflection_pad3d", 3, true).plan(self, padding);
  }

  /** Plans the gradient of volumes mirrored at their edges. */
  public static ResamplingPlan reflectionPad3dBackward(
      Tensor gradOutput, Tensor self, long[] padding) {
    return new Padding("reflection_pad3d_backward", 3, true).backward(gradOutput, self, padding);
  }

  /** Plans lines continued by the elements at their edges. */
  public static ResamplingPlan replicationPad1d(Tensor self, long[] padding) {
    return new Padding("replication_pad1d", 1, false).plan(self, padding);
  }

  /** Plans the gradient of lines continued by the elements at their edges. */
  public static ResamplingPlan replicationPad1dBackward(
      Tensor gradOutput, Tensor self, long[] padding) {
    return new Padding("replication_pad1d_backward", 1, false).backward(gradOutput, self, padding);
  }

  /** Plans planes continued by the elements at their edges. */
  public static ResamplingPlan replicationPad2d(Tensor self, long[] padding) {
    return new Padding("replication_pad2d", 2, false).plan(self, padding);
  }

  /** Plans the gradient of planes continued by the elements at their edges. */
  public static ResamplingPlan replicationPad2dBackward(
      Tensor gradOutput, Tensor self, long[] padding) {
    return new Padding("replication_pad2d_backward", 2, false).backward(gradOutput, self, padding);
  }

  /** Plans volumes continued by the elements at their edges. */
  public static ResamplingPlan replicationPad3d(Tensor self, long[] padding) {
    return new Padding("replication_pad3d", 3, false).plan(self, padding);
  }

  /** Plans the gradient of volumes continued by the elements at their edges. */
  public static ResamplingPlan replicationPad3dBackward(
      Tensor gradOutput, Tensor self, long[] padding) {
    return new Padding("replication_pad3d_backward", 3, false).backward(gradOutput, self, padding);
  }
}
