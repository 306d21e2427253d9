package jackfield.nn.normalization;

import jackfield.error.InvalidArgument;

/**
 * How a batch is normalized; the defaults are PyTorch's.
 *
 * @param eps is added to the variance
 * @param momentum the share of the batch in the running mean and variance; null for equal shares of
 *     all batches
 * @param affine whether channels are scaled and shifted by parameters
 * @param trackRunningStats whether evaluation uses running means and variances
 */
public record BatchNormOptions(
    double eps, Double momentum, boolean affine, boolean trackRunningStats) {
  /** The defaults of batch norm. */
  public static final BatchNormOptions DEFAULT = new BatchNormOptions(1e-5, 0.1, true, true);

  /** The defaults of instance norm, which has neither parameters nor running numbers. */
  public static final BatchNormOptions INSTANCE = new BatchNormOptions(1e-5, 0.1, false, false);

  /**
   * Checks the numbers.
   *
   * @throws InvalidArgument if {@code eps} is negative, or the momentum not from 0 to 1
   */
  public BatchNormOptions {
    if (!(eps >= 0)) {
      throw new InvalidArgument("batchNorm", "eps", "must be 0 or more, found " + eps);
    }
    if (momentum != null && !(momentum >= 0 && momentum <= 1)) {
      throw new InvalidArgument("batchNorm", "momentum", "must be from 0 to 1, found " + momentum);
    }
  }

  /** Returns these options with another number added to the variance. */
  public BatchNormOptions eps(double value) {
    return new BatchNormOptions(value, momentum, affine, trackRunningStats);
  }

  /** Returns these options with another share of the batch in running numbers. */
  public BatchNormOptions momentum(Double share) {
    return new BatchNormOptions(eps, share, affine, trackRunningStats);
  }

  /** Returns these options with or without parameters. */
  public BatchNormOptions affine(boolean wanted) {
    return new BatchNormOptions(eps, momentum, wanted, trackRunningStats);
  }

  /** Returns these options with or without running means and variances. */
  public BatchNormOptions trackRunningStats(boolean wanted) {
    return new BatchNormOptions(eps, momentum, affine, wanted);
  }
}
