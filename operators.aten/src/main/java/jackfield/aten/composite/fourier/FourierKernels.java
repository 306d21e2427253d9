package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;

/**
 * Fourier transforms along one dimension. A number of elements {@code n} cuts or extends the input,
 * or for real results gives their number.
 *
 * <p><em>Types</em>: whole numbers are transformed as float32.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FourierKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FourierKernels(Aten aten) {
    this.aten = aten;
  }

  /** Transforms numbers to frequencies. */
  public Tensor fft(Tensor self, Long n, long dim, String norm) {
    return both("fft_fft", self, n, dim, norm, true);
  }

  /** Transforms frequencies to numbers. */
  public Tensor ifft(Tensor self, Long n, long dim, String norm) {
    return both("fft_ifft", self, n, dim, norm, false);
  }

  private Tensor both(
      String operator, Tensor self, Long n, long dim, String norm, boolean isForward) {
    if (!self.dtype().isComplex()) {
      return fromReal(operator, self, n, dim, norm, isForward, false);
    }
    Transforms transforms = new Transforms(aten, operator);
    int along = along(operator, self, dim);
    long length = transforms.checkedLength(n == null ? self.size(along) : n);
    long normalization = transforms.normalization(norm, isForward);
    Tensor input =
        transforms.resized(transforms.floating(self), new int[] {along}, new long[] {length});
    return aten._fftC2c(input, new long[] {along}, normalization, isForward);
  }

  private static int along(String operator, Tensor self, long dim) {
    if (self.rank() == 0) {
      throw new InvalidArgument(operator, "self", "has no dimension to transform along");
    }
    return Dimensions.wrap(operator, dim, self.rank());
  }

  private Tensor fromReal(
      String operator,
      Tensor self,
      Long n,
      long dim,
      String norm,
      boolean isForward,
      boolean isOneSided) {
    Transforms transforms = new Transforms(aten, operator);
    Tensor real = transforms.real(self);
    int along = along(operator, self, dim);
    long length = transforms.checkedLength(n == null ? self.size(along) : n);
    long normalization = transforms.normalization(norm, isForward);
    Tensor input = transforms.resized(real, new int[] {along}, new long[] {length});
    Tensor result = aten._fftR2c(input, new long[] {along}, normalization, isOneSided);
    return isForward ? result : aten.conjPhysical(result);
  }

  /** Transforms real numbers to frequencies that are not negative. */
  public Tensor rfft(Tensor self, Long n, long dim, String norm) {
    return fromReal("fft_rfft", self, n, dim, norm, true, true);
  }

  /** Transforms real frequencies to one half of Hermitian numbers. */
  public Tensor ihfft(Tensor self, Long n, long dim, String norm) {
    return fromReal("fft_ihfft", self, n, dim, norm, false, true);
  }

  /** Transforms frequencies that are not negative to real numbers. */
  public Tensor irfft(Tensor self, Long n, long dim, String norm) {
    return toReal("fft_irfft", self, n, dim, norm, false);
  }

  /** Transforms one half of Hermitian numbers to real frequencies. */
  public Tensor hfft(Tensor self, Long n, long dim, String norm) {
    return toReal("fft_hfft", self, n, dim, norm, true);
  }

  private Tensor toReal(
      String operator, Tensor self, Long n, long dim, String norm, boolean isForward) {
    Transforms transforms = new Transforms(aten, operator);
    Tensor complex = transforms.complex(self);
    int along = along(operator, self, dim);
    long length = transforms.checkedLength(n == null ? 2 * (self.size(along) - 1) : n);
    long normalization = transforms.normalization(norm, isForward);
    Tensor input = transforms.resized(complex, new int[] {along}, new long[] {length / 2 + 1});
    Tensor frequencies = isForward ? aten.conj(input) : input;
    return aten._fftC2r(frequencies, new long[] {along}, normalization, length);
  }
}
