package jackfield.nn.convolution;

import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleFactory;

/**
 * Makes pooling over the last one, two or three dimensions: input {@code [batch, channels, *]},
 * where the batch may be left out. A kernel or an output has one size for each dimension, or one
 * for all.
 *
 * <p><em>Errors</em>: each method throws {@link jackfield.error.InvalidArgument} if a size is not
 * positive or options do not fit.
 */
public interface PoolingFactory extends ModuleFactory {
  /** Returns the maximum over windows of one dimension that lie beside each other. */
  default Module maxPool1d(long... kernel) {
    return maxPool1d(kernel, PoolOptions.DEFAULT);
  }

  /** Returns the maximum over windows of one dimension. */
  default Module maxPool1d(long kernel, PoolOptions options) {
    return maxPool1d(new long[] {kernel}, options);
  }

  /** Returns the maximum over windows of one dimension. */
  default Module maxPool1d(long[] kernel, PoolOptions options) {
    return new Pooling(context().aten(), 1).max(PerDimension.list(kernel), options);
  }

  /** Returns the maximum over windows of two dimensions that lie beside each other. */
  default Module maxPool2d(long... kernel) {
    return maxPool2d(kernel, PoolOptions.DEFAULT);
  }

  /** Returns the maximum over windows of two dimensions. */
  default Module maxPool2d(long kernel, PoolOptions options) {
    return maxPool2d(new long[] {kernel}, options);
  }

  /** Returns the maximum over windows of two dimensions. */
  default Module maxPool2d(long[] kernel, PoolOptions options) {
    return new Pooling(context().aten(), 2).max(PerDimension.list(kernel), options);
  }

  /** Returns the maximum over windows of three dimensions that lie beside each other. */
  default Module maxPool3d(long... kernel) {
    return maxPool3d(kernel, PoolOptions.DEFAULT);
  }

  /** Returns the maximum over windows of three dimensions. */
  default Module maxPool3d(long kernel, PoolOptions options) {
    return maxPool3d(new long[] {kernel}, options);
  }

  /** Returns the maximum over windows of three dimensions. */
  default Module maxPool3d(long[] kernel, PoolOptions options) {
    return new Pooling(context().aten(), 3).max(PerDimension.list(kernel), options);
  }

  /** Returns the mean over windows of one dimension that lie beside each other. */
  default Module avgPool1d(long... kernel) {
    return avgPool1d(kernel, PoolOptions.DEFAULT);
  }

  /** Returns the mean over windows of one dimension. */
  default Module avgPool1d(long kernel, PoolOptions options) {
    return avgPool1d(new long[] {kernel}, options);
  }

  /** Returns the mean over windows of one dimension. */
  default Module avgPool1d(long[] kernel, PoolOptions options) {
    return new Pooling(context().aten(), 1).average(PerDimension.list(kernel), options);
  }

  /** Returns the mean over windows of two dimensions that lie beside each other. */
  default Module avgPool2d(long... kernel) {
    return avgPool2d(kernel, PoolOptions.DEFAULT);
  }

  /** Returns the mean over windows of two dimensions. */
  default Module avgPool2d(long kernel, PoolOptions options) {
    return avgPool2d(new long[] {kernel}, options);
  }

  /** Returns the mean over windows of two dimensions. */
  default Module avgPool2d(long[] kernel, PoolOptions options) {
    return new Pooling(context().aten(), 2).average(PerDimension.list(kernel), options);
  }

  /** Returns the mean over windows of three dimensions that lie beside each other. */
  default Module avgPool3d(long... kernel) {
    return avgPool3d(kernel, PoolOptions.DEFAULT);
  }

  /** Returns the mean over windows of three dimensions. */
  default Module avgPool3d(long kernel, PoolOptions options) {
    return avgPool3d(new long[] {kernel}, options);
  }

  /** Returns the mean over windows of three dimensions. */
  default Module avgPool3d(long[] kernel, PoolOptions options) {
    return new Pooling(context().aten(), 3).average(PerDimension.list(kernel), options);
  }

  /** Returns maxima over windows of one dimension that give an output of the given size. */
  default Module adaptiveMaxPool1d(long... outputSize) {
    return new Pooling(context().aten(), 1).adaptiveMax(PerDimension.list(outputSize));
  }

  /** Returns maxima over windows of two dimensions that give an output of the given size. */
  default Module adaptiveMaxPool2d(long... outputSize) {
    return new Pooling(context().aten(), 2).adaptiveMax(PerDimension.list(outputSize));
  }

  /** Returns maxima over windows of three dimensions that give an output of the given size. */
  default Module adaptiveMaxPool3d(long... outputSize) {
    return new Pooling(context().aten(), 3).adaptiveMax(PerDimension.list(outputSize));
  }

  /** Returns means over windows of one dimension that give an output of the given size. */
  default Module adaptiveAvgPool1d(long... outputSize) {
    return new Pooling(context().aten(), 1).adaptiveAverage(PerDimension.list(outputSize));
  }

  /** Returns means over windows of two dimensions that give an output of the given size. */
  default Module adaptiveAvgPool2d(long... outputSize) {
    return new Pooling(context().aten(), 2).adaptiveAverage(PerDimension.list(outputSize));
  }

  /** Returns means over windows of three dimensions that give an output of the given size. */
  default Module adaptiveAvgPool3d(long... outputSize) {
    return new Pooling(context().aten(), 3).adaptiveAverage(PerDimension.list(outputSize));
  }
}
