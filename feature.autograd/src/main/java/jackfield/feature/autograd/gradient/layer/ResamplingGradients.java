package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Functions for the formulas of resampled images and of borders. */
public final class ResamplingGradients {
  private final Aten aten;

  public ResamplingGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
  }

  /** Returns the gradient without borders; where elements were cropped, it is 0. */
  public Tensor constantPad(Tensor grad, long[] pad) {
    long[] opposite = Arrays.stream(pad).map(width -> -width).toArray();
    return aten.constantPadNd(grad, opposite, Scalar.ZERO);
  }

  /** Moves the channels back. */
  public Tensor channelShuffle(Tensor grad, long groups) {
    long channels = grad.size(1);
    return channels == 0 ? grad : aten.channelShuffle(grad, channels / groups);
  }

  /** Adds up columns at their places in planes of the given sizes. */
  public Tensor columns(
      Tensor grad,
      long[] sizes,
      long[] kernelSize,
      long[] dilation,
      long[] padding,
      long[] stride) {
    long[] planes = Arrays.copyOfRange(sizes, sizes.length - 2, sizes.length);
    return aten.col2im(grad, planes, kernelSize, dilation, padding, stride);
  }
}
