package jackfield.nn.normalization;

import jackfield.nn.module.ModuleFactory;

/**
 * Makes normalizations.
 *
 * <p><em>Errors</em>: each method throws {@link jackfield.error.InvalidArgument} if a size is not
 * positive, the groups do not divide the channels, or an eps is negative or not a number.
 */
public interface NormalizationFactory extends ModuleFactory {
  /** Returns a normalization of channels of one dimension over the batch. */
  default BatchNorm batchNorm1d(long features) {
    return batchNorm1d(features, BatchNormOptions.DEFAULT);
  }

  /** Returns a normalization of channels of one dimension over the batch. */
  default BatchNorm batchNorm1d(long features, BatchNormOptions options) {
    return new BatchNorm(context(), 1, features, options);
  }

  /** Returns a normalization of channels of two dimensions over the batch. */
  default BatchNorm batchNorm2d(long features) {
    return batchNorm2d(features, BatchNormOptions.DEFAULT);
  }

  /** Returns a normalization of channels of two dimensions over the batch. */
  default BatchNorm batchNorm2d(long features, BatchNormOptions options) {
    return new BatchNorm(context(), 2, features, options);
  }

  /** Returns a normalization of channels of three dimensions over the batch. */
  default BatchNorm batchNorm3d(long features) {
    return batchNorm3d(features, BatchNormOptions.DEFAULT);
  }

  /** Returns a normalization of channels of three dimensions over the batch. */
  default BatchNorm batchNorm3d(long features, BatchNormOptions options) {
    return new BatchNorm(context(), 3, features, options);
  }

  /** Returns a normalization of channels of one dimension of each example. */
  default InstanceNorm instanceNorm1d(long features) {
    return instanceNorm1d(features, BatchNormOptions.INSTANCE);
  }

  /** Returns a normalization of channels of one dimension of each example. */
  default InstanceNorm instanceNorm1d(long features, BatchNormOptions options) {
    return new InstanceNorm(context(), 1, features, options);
  }

  /** Returns a normalization of channels of two dimensions of each example. */
  default InstanceNorm instanceNorm2d(long features) {
    return instanceNorm2d(features, BatchNormOptions.INSTANCE);
  }

  /** Returns a normalization of channels of two dimensions of each example. */
  default InstanceNorm instanceNorm2d(long features, BatchNormOptions options) {
    return new InstanceNorm(context(), 2, features, options);
  }

  /** Returns a normalization of channels of three dimensions of each example. */
  default InstanceNorm instanceNorm3d(long features) {
    return instanceNorm3d(features, BatchNormOptions.INSTANCE);
  }

  /** Returns a normalization of channels of three dimensions of each example. */
  default InstanceNorm instanceNorm3d(long features, BatchNormOptions options) {
    return new InstanceNorm(context(), 3, features, options);
  }

  /** Returns a normalization of the last dimensions, which have the sizes {@code shape}. */
  default LayerNorm layerNorm(long... shape) {
    return layerNorm(shape, 1e-5, true, true);
  }

  /**
   * Returns a normalization of the last dimensions, which have the sizes {@code shape}.
   *
   * @param eps is added to the variance
   * @param affine whether there are parameters
   * @param bias whether one of them is a bias
   */
  default LayerNorm layerNorm(long[] shape, double eps, boolean affine, boolean bias) {
    return new LayerNorm(context(), shape, eps, affine, bias);
  }

  /** Returns a division by the root of the mean square of the last dimensions. */
  default RMSNorm rmsNorm(long... shape) {
    return rmsNorm(shape, null, true);
  }

  /**
   * Returns a division by the root of the mean square of the last dimensions.
   *
   * @param eps is added to the mean square; null for the smallest of the element type
   * @param affine whether there are parameters
   */
  default RMSNorm rmsNorm(long[] shape, Double eps, boolean affine) {
    return new RMSNorm(context(), shape, eps, affine);
  }

  /** Returns a normalization of {@code groups} of channels. */
  default GroupNorm groupNorm(long groups, long channels) {
    return groupNorm(groups, channels, 1e-5, true);
  }

  /**
   * Returns a normalization of {@code groups} of channels.
   *
   * @param eps is added to the variance
   * @param affine whether there are parameters
   */
  default GroupNorm groupNorm(long groups, long channels, double eps, boolean affine) {
    return new GroupNorm(context(), groups, channels, eps, affine);
  }
}
