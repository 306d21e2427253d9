package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/** Normalizations and their gradients: a block of threads computes a channel or a group. */
final class NormalizationBodies {
  private final Launcher launcher;

  NormalizationBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.NATIVE_BATCH_NORM, this::batchNorm)
        .structured(Aten.NATIVE_BATCH_NORM_BACKWARD, this::batchNormBackward)
        .structured(Aten.NATIVE_GROUP_NORM, this::groupNorm)
        .structured(Aten.NATIVE_GROUP_NORM_BACKWARD, this::groupNormBackward)
        .structured(Aten.NATIVE_LAYER_NORM_BACKWARD, this::layerNormBackward);
  }

  private void batchNorm(OutputPlan plan, boolean training, double momentum, double eps) {
    Tensor x = plan.input(0);
    long[] numbers = {
      training ? 1 : 0,
      Double.doubleToRawLongBits(momentum),
      Double.doubleToRawLongBits(eps),
      x.size(0),
      x.size(1),
      inner(x)
    };
    launcher.cooperative(
        "native_batch_norm",
        "batch_norm",
        Blocks.tensors(
            numbers,
            x,
            plan.input(1),
            plan.input(2),
            plan.input(3),
            plan.input(4),
            plan.output(0),
            plan.output(1),
            plan.output(2)),
        x.size(1),
        x.size(0) * inner(x));
  }

  private void batchNormBackward(OutputPlan plan, boolean train, double eps) {
    Tensor x = plan.input(1);
    long[] numbers = {
      train ? 1 : 0, Double.doubleToRawLongBits(eps), x.size(0), x.size(1), inner(x)
    };
    launcher.cooperative(
        "native_batch_norm_backward",
        "batch_norm_backward",
        Blocks.tensors(numbers, gradients(plan, false)),
        x.size(1),
        x.size(0) * inner(x));
  }

  /** Returns the number of elements of a channel of a sample. */
  private static long inner(Tensor x) {
    return x.elementCount() / Math.max(1, x.size(0) * x.size(1));
  }

  /** Returns gradient, input, weight, means, deviations, and the three gradients. */
  private static Tensor[] gradients(OutputPlan plan, boolean weightIsLast) {
    return new Tensor[] {
      plan.input(0),
      plan.input(1),
      plan.input(weightIsLast ? 4 : 2),
      plan.input(weightIsLast ? 2 : 3),
      plan.input(weightIsLast ? 3 : 4),
      plan.output(0),
      plan.output(1),
      plan.output(2)
    };
  }

  private void groupNorm(OutputPlan plan, long channels, long inner, double eps) {
    Tensor x = plan.input(0);
    long groups = plan.output(1).elementCount();
    long size = groups == 0 ? 0 : x.elementCount() / groups;
    long[] numbers = {groups, size, channels, inner, Double.doubleToRawLongBits(eps)};
    launcher.cooperative(
        "native_group_norm",
        "group_norm",
        Blocks.tensors(
            numbers,
            x,
            plan.input(1),
            plan.input(2),
            plan.output(0),
            plan.output(1),
            plan.output(2)),
        groups,
        size);
  }

  private void groupNormBackward(OutputPlan plan, long channels, long inner) {
    backward(plan, gradients(plan, false), channels, inner);
  }

  /** Treats columns as channels of one element, and rows as groups. */
  private void layerNormBackward(OutputPlan plan) {
    Tensor[] tensors = gradients(plan, true);
    long rows = tensors[3].elementCount();
    long columns = rows == 0 ? parameters(tensors) : tensors[1].elementCount() / rows;
    backward(plan, tensors, columns, 1);
  }

  private static long parameters(Tensor[] tensors) {
    Tensor parameter = tensors[6] == null ? tensors[7] : tensors[6];
    return parameter == null ? 0 : parameter.elementCount();
  }

  private void backward(OutputPlan plan, Tensor[] tensors, long channels, long inner) {
    long groups = tensors[3].elementCount();
    long count = tensors[1].elementCount();
    long size = groups == 0 ? 0 : count / groups;
    long[] numbers = {groups, size, channels, inner};
    if (tensors[5] != null) {
      launcher.cooperative(
          plan.operator(), "group_norm_backward", Blocks.tensors(numbers, tensors), groups, size);
    }
    if (tensors[6] != null || tensors[7] != null) {
      launcher.cooperative(
          plan.operator(),
          "group_norm_parameters",
          Blocks.tensors(numbers, tensors),
          channels,
          channels == 0 ? 0 : count / channels);
    }
  }
}
