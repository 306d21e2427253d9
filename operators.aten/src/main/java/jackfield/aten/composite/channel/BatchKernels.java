package jackfield.aten.composite.channel;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Batch normalization, and instance normalization, which is that of a batch whose samples are
 * further channels.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class BatchKernels {
  private static final String INSTANCE_NORM = "instance_norm";

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public BatchKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Normalizes each channel.
   *
   * @param cudnnEnabled has no effect
   */
  public Tensor batchNorm(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      boolean training,
      double momentum,
      double eps,
      boolean cudnnEnabled) {
    long channels = input.size(Dimensions.wrap("batch_norm", 1, input.rank()));
    if (!training && (runningMean == null || runningVar == null)) {
      throw new InvalidArgument(
          "batch_norm", "running_mean", "and running_var are needed if training is false");
    }
    for (Tensor parameter : new Tensor[] {weight, bias, runningMean, runningVar}) {
      if (parameter != null && parameter.elementCount() != channels) {
        throw new ShapeMismatch(
            "batch_norm",
            "expected one element for each of %d channels".formatted(channels),
            parameter.sizes());
      }
    }
    if (input.elementCount() == 0) {
      return empty(input, weight, bias);
    }
    return aten.nativeBatchNorm(
            input, weight, bias, runningMean, runningVar, training, momentum, eps)
        .first();
  }

  /** Returns a copy of an empty input that depends on the parameters, too. */
  private Tensor empty(Tensor input, Tensor weight, Tensor bias) {
    Tensor result = aten.clone(input);
    if (weight != null && weight.elementCount() > 0) {
      result = aten.mul(result, aten.select(weight, 0, 0));
    }
    return bias == null || bias.elementCount() == 0
        ? result
        : aten.add(result, aten.select(bias, 0, 0));
  }

  /**
   * Normalizes each channel of each sample. Everything is checked before a statistic changes.
   *
   * @param cudnnEnabled has no effect
   */
  public Tensor instanceNorm(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      boolean useInputStats,
      double momentum,
      double eps,
      boolean cudnnEnabled) {
    requireStatistics(useInputStats, runningMean, runningVar);
    Dimensions.wrap(INSTANCE_NORM, 1, input.rank());
    long samples = input.size(0);
    long channels = input.size(1);
    checkRunning(runningMean, runningVar, channels, useInputStats);
    long[] sizes = input.sizes().clone();
    sizes[0] = 1;
    sizes[1] = Shapes.product(samples, channels);
    Tensor means = repeated(runningMean, samples);
    Tensor variances = repeated(runningVar, samples);
    Tensor result =
        aten.batchNorm(
            aten.view(aten.contiguous(input), sizes),
            repeated(weight, samples),
            repeated(bias, samples),
            means,
            variances,
            useInputStats,
            momentum,
            eps,
            cudnnEnabled);
    Tensor normal = aten.view(result, input.sizes());
    Tensor mean = averaged(means, samples, channels);
    Tensor variance = averaged(variances, samples, channels);
    write(mean, runningMean);
    write(variance, runningVar);
    return normal;
  }

  private static void requireStatistics(boolean useInputStats, Tensor mean, Tensor variance) {
    if (!useInputStats && (mean == null || variance == null)) {
      throw new InvalidArgument(
          INSTANCE_NORM, "running_mean", "and running_var are needed without input statistics");
    }
  }

  /** Checks the statistics; they may be one tensor if both keep their values. */
  private static void checkRunning(Tensor mean, Tensor variance, long channels, boolean isChanged) {
    MemoryOverlap.refuseChanged(INSTANCE_NORM, "running_mean", mean, isChanged ? variance : null);
    MemoryOverlap.refuseChanged(INSTANCE_NORM, "running_var", variance);
    for (Tensor running : new Tensor[] {mean, variance}) {
      if (running != null && (running.rank() != 1 || running.size(0) != channels)) {
        throw new ShapeMismatch(
            INSTANCE_NORM,
            "expected one element for each of %d channels".formatted(channels),
            running.sizes());
      }
      if (running != null) {
        running.storage().address(); // throws for a closed tensor
      }
    }
  }

  private Tensor repeated(Tensor parameter, long samples) {
    return parameter == null ? null : aten.repeat(parameter, new long[] {samples});
  }

  /** Returns the mean over the samples. */
  private Tensor averaged(Tensor repeated, long samples, long channels) {
    return repeated == null
        ? null
        : aten.mean(
            aten.view(repeated, new long[] {samples, channels}),
            new long[] {0},
            false,
            (DType) null);
  }

  private void write(Tensor average, Tensor running) {
    if (running != null) {
      aten.copy_(aten.detach(running), average);
    }
  }
}
