package jackfield.nn.normalization;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Buffer;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Objects;

/**
 * What batch and instance norm have in common: the parameters {@code weight} and {@code bias},
 * which start with ones and zeros, and the buffers {@code running_mean}, {@code running_var} and
 * {@code num_batches_tracked}.
 */
abstract class StatisticsModule extends Module {
  final Aten aten;
  final int dimensions;
  final BatchNormOptions options;
  private final long features;
  private final Parameter weight; // null for none
  private final Parameter bias;
  private final Buffer runningMean; // null for none
  private final Buffer runningVar;
  private final Buffer batches;

  StatisticsModule(ModuleContext context, int dimensions, long features, BatchNormOptions options) {
    Objects.requireNonNull(options, () -> typeName() + ": options is null");
    if (features < 1) {
      throw new InvalidArgument(
          "batchNorm", "num_features", "must be 1 or more, found " + features);
    }
    this.aten = context.aten();
    this.dimensions = dimensions;
    this.options = options;
    this.features = features;
    weight = options.affine() ? register("weight", context.constant(1, features)) : null;
    bias = options.affine() ? register("bias", context.constant(0, features)) : null;
    boolean isTracked = options.trackRunningStats();
    runningMean = isTracked ? register("running_mean", context.buffer(0, features)) : null;
    runningVar = isTracked ? register("running_var", context.buffer(1, features)) : null;
    batches = isTracked ? register("num_batches_tracked", context.counter()) : null;
  }

  /** Returns the factors of the channels, {@code [features]}, or null if there are none. */
  public final Parameter weight() {
    return weight;
  }

  /** Returns what is added to the channels, {@code [features]}, or null if there is nothing. */
  public final Parameter bias() {
    return bias;
  }

  final Tensor weightOrNull() {
    return weight == null ? null : weight.tensor();
  }

  final Tensor biasOrNull() {
    return bias == null ? null : bias.tensor();
  }

  final Tensor meanOrNull() {
    return runningMean == null ? null : runningMean.tensor();
  }

  final Tensor varianceOrNull() {
    return runningVar == null ? null : runningVar.tensor();
  }

  final void requireChannels(Tensor input, int channels) {
    if (input.size(channels) != features) {
      throw new ShapeMismatch(
          typeName(), "expected %d channels".formatted(features), input.sizes());
    }
  }

  /**
   * Throws if a channel has one value, whose variance is no number: it would stay in the running
   * numbers.
   *
   * @param samples the number of samples whose values are taken together
   */
  final void requireSeveral(Tensor input, long samples) {
    long[] sizes = input.sizes();
    long values = samples;
    for (int dim = 2; dim < sizes.length; dim++) {
      values *= sizes[dim];
    }
    if (values == 1) {
      throw new ShapeMismatch(
          typeName(),
          "expected several values in each channel, since the module takes their variance; try a"
              + " larger input, or eval()",
          sizes);
    }
  }

  /** Returns the share of the next batch in the running numbers. */
  final double share() {
    if (options.momentum() != null) {
      return options.momentum();
    }
    return isCounting() ? 1 / (aten.item(batches.tensor()).toDouble() + 1) : 0;
  }

  /** Counts a batch if that is recorded; called after the operator, which may refuse the batch. */
  final void count() {
    if (isCounting()) {
      try (Guard _ = DispatchContext.current().gradients(false)) {
        aten.add_(batches.tensor(), 1);
      }
    }
  }

  private boolean isCounting() {
    return isTraining() && batches != null;
  }

  @Override
  protected final String details() {
    return "%d, eps=%s, momentum=%s, affine=%b, track_running_stats=%b"
        .formatted(
            features,
            options.eps(),
            options.momentum(),
            options.affine(),
            options.trackRunningStats());
  }
}
