package jackfield.nn.convolution;

import jackfield.nn.module.ModuleFactory;

/**
 * Makes convolutions. The kernel has one size for each dimension, or one for all.
 *
 * <p><em>Errors</em>: each method throws {@link jackfield.error.InvalidArgument} if channels or
 * kernel are not positive, the groups do not divide the channels, or options do not fit.
 */
public interface ConvolutionFactory extends ModuleFactory {
  /** Returns a convolution over one dimension with PyTorch's defaults. */
  default Conv1d conv1d(long in, long out, long... kernel) {
    return conv1d(in, out, kernel, ConvOptions.DEFAULT);
  }

  /** Returns a convolution over one dimension with a kernel of equal sizes. */
  default Conv1d conv1d(long in, long out, long kernel, ConvOptions options) {
    return conv1d(in, out, new long[] {kernel}, options);
  }

  /** Returns a convolution over one dimension. */
  default Conv1d conv1d(long in, long out, long[] kernel, ConvOptions options) {
    return new Conv1d(context(), in, out, PerDimension.list(kernel), options);
  }

  /** Returns a convolution over two dimensions with PyTorch's defaults. */
  default Conv2d conv2d(long in, long out, long... kernel) {
    return conv2d(in, out, kernel, ConvOptions.DEFAULT);
  }

  /** Returns a convolution over two dimensions with a kernel of equal sizes. */
  default Conv2d conv2d(long in, long out, long kernel, ConvOptions options) {
    return conv2d(in, out, new long[] {kernel}, options);
  }

  /** Returns a convolution over two dimensions. */
  default Conv2d conv2d(long in, long out, long[] kernel, ConvOptions options) {
    return new Conv2d(context(), in, out, PerDimension.list(kernel), options);
  }

  /** Returns a convolution over three dimensions with PyTorch's defaults. */
  default Conv3d conv3d(long in, long out, long... kernel) {
    return conv3d(in, out, kernel, ConvOptions.DEFAULT);
  }

  /** Returns a convolution over three dimensions with a kernel of equal sizes. */
  default Conv3d conv3d(long in, long out, long kernel, ConvOptions options) {
    return conv3d(in, out, new long[] {kernel}, options);
  }

  /** Returns a convolution over three dimensions. */
  default Conv3d conv3d(long in, long out, long[] kernel, ConvOptions options) {
    return new Conv3d(context(), in, out, PerDimension.list(kernel), options);
  }

  /** Returns a transposed convolution over one dimension with PyTorch's defaults. */
  default ConvTranspose1d convTranspose1d(long in, long out, long... kernel) {
    return convTranspose1d(in, out, kernel, ConvOptions.DEFAULT);
  }

  /** Returns a transposed convolution over one dimension with a kernel of equal sizes. */
  default ConvTranspose1d convTranspose1d(long in, long out, long kernel, ConvOptions options) {
    return convTranspose1d(in, out, new long[] {kernel}, options);
  }

  /** Returns a transposed convolution over one dimension. */
  default ConvTranspose1d convTranspose1d(long in, long out, long[] kernel, ConvOptions options) {
    return new ConvTranspose1d(context(), in, out, PerDimension.list(kernel), options);
  }

  /** Returns a transposed convolution over two dimensions with PyTorch's defaults. */
  default ConvTranspose2d convTranspose2d(long in, long out, long... kernel) {
    return convTranspose2d(in, out, kernel, ConvOptions.DEFAULT);
  }

  /** Returns a transposed convolution over two dimensions with a kernel of equal sizes. */
  default ConvTranspose2d convTranspose2d(long in, long out, long kernel, ConvOptions options) {
    return convTranspose2d(in, out, new long[] {kernel}, options);
  }

  /** Returns a transposed convolution over two dimensions. */
  default ConvTranspose2d convTranspose2d(long in, long out, long[] kernel, ConvOptions options) {
    return new ConvTranspose2d(context(), in, out, PerDimension.list(kernel), options);
  }

  /** Returns a transposed convolution over three dimensions with PyTorch's defaults. */
  default ConvTranspose3d convTranspose3d(long in, long out, long... kernel) {
    return convTranspose3d(in, out, kernel, ConvOptions.DEFAULT);
  }

  /** Returns a transposed convolution over three dimensions with a kernel of equal sizes. */
  default ConvTranspose3d convTranspose3d(long in, long out, long kernel, ConvOptions options) {
    return convTranspose3d(in, out, new long[] {kernel}, options);
  }

  /** Returns a transposed convolution over three dimensions. */
  default ConvTranspose3d convTranspose3d(long in, long out, long[] kernel, ConvOptions options) {
    return new ConvTranspose3d(context(), in, out, PerDimension.list(kernel), options);
  }
}
