package jackfield.aten.composite.channel;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
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
   * Normalizes each channel of each sample.
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
    if (!useInputStats && (runningMean == null || runningVar == null)) {
      throw new InvalidArgument(
          "instance_norm", "running_mean", "and running_var are needed without input statistics");
    }
    Dimensions.wrap("instance_norm", 1, input.rank());
    long samples = input.size(0);
    long channels = input.size(1);
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
    average(runningMean, means, samples, channels);
    average(runningVar, variances, samples, channels);
    return aten.view(result, input.sizes());
  }

  private Tensor repeated(Tensor parameter, long samples) {
    return parameter == null ? null : aten.repeat(parameter, new long[] {samples});
  }

  /** Writes the mean over the samples to the running statistic. */
  private void average(Tensor running, Tensor repeated, long samples, long channels) {
    if (running != null) {
      Tensor rows = aten.view(repeated, new long[] {samples, channels});
      aten.copy_(aten.detach(running), aten.mean(rows, new long[] {0}, false, (DType) null));
    }
  }
}
