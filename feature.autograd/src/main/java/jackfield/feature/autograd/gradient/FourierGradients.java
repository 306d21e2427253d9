package jackfield.feature.autograd.gradient;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/**
 * Functions for the formulas of Fourier transforms.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FourierGradients {
  private final Aten aten;

  public FourierGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
  }

  /** Returns the gradient of real numbers; {@code sizes} are theirs. */
  public Tensor fromReal(
      Tensor grad, long[] sizes, long[] dim, long normalization, boolean onesided) {
    if (!onesided) {
      return aten.real(aten._fftC2c(grad, dim, normalization, false));
    }
    int last = Dimensions.wrapped(dim[dim.length - 1], sizes.length);
    long[] pad = new long[2 * (sizes.length - last)];
    pad[pad.length - 1] = sizes[last] - grad.size(last);
    Tensor full = aten.constantPadNd(grad, pad);
    return aten.real(aten._fftC2c(full, dim, normalization, false));
  }

  /** Returns the gradient of frequencies that are not negative; others count twice. */
  public Tensor toReal(Tensor grad, long[] dim, long normalization) {
    Tensor half = aten._fftR2c(grad, dim, normalization, true);
    long last = dim[dim.length - 1];
    int along = Dimensions.wrapped(last, grad.rank());
    long twice = grad.size(along) - half.size(along);
    if (twice <= 0) {
      return half;
    }
    Tensor first = aten.narrow(half, along, 0, 1);
    Tensor middle = aten.mul(aten.narrow(half, along, 1, twice), 2.0);
    Tensor rest = aten.narrow(half, along, 1 + twice, half.size(along) - 1 - twice);
    return aten.cat(new Tensor[] {first, middle, rest}, along);
  }
}
