package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The {@code out} forms of Fourier transforms. Complex results need a complex {@code out}, real
 * results one of a floating-point type.
 *
 * <p><em>Source</em>: PyTorch 2.6, where the transforms of several dimensions take any type that a
 * copy takes.
 */
public final class FourierOutputs {
  private final Aten aten;
  private final GivenResults given;
  private final FourierKernels one;
  private final ManyKernels many;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FourierOutputs(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
    this.one = new FourierKernels(aten);
    this.many = new ManyKernels(aten);
  }

  private Tensor into(String operator, Tensor result, Tensor out) {
    boolean fits = result.dtype().isComplex() ? out.dtype().isComplex() : out.dtype().isFloating();
    if (!fits) {
      throw new TypeMismatch(
          operator, "expected out to take %s, found %s".formatted(result.dtype(), out.dtype()));
    }
    return given.castInto(operator, result, out);
  }

  /** Writes into a tensor of the result's type only: PyTorch conjugates real numbers there. */
  private Tensor exact(String operator, Tensor result, Tensor out) {
    return given.into(operator, result, out);
  }

  /** Converts to the type of {@code out} as a copy does: a real one takes the real parts. */
  private Tensor copied(String operator, Tensor result, Tensor out) {
    return given.into(operator, aten.to(result, out.dtype()), out);
  }

  /** Writes the transform of complex numbers. */
  public Tensor complexOut(
      Tensor self, long[] dim, long normalization, boolean forward, Tensor out) {
    return copied("_fft_c2c", aten._fftC2c(self, dim, normalization, forward), out);
  }

  /** Writes the transform of real numbers. */
  public Tensor fromRealOut(
      Tensor self, long[] dim, long normalization, boolean onesided, Tensor out) {
    return copied("_fft_r2c", aten._fftR2c(self, dim, normalization, onesided), out);
  }

  /** Writes real numbers. */
  public Tensor toRealOut(
      Tensor self, long[] dim, long normalization, long lastDimSize, Tensor out) {
    return copied("_fft_c2r", aten._fftC2r(self, dim, normalization, lastDimSize), out);
  }

  /** Writes frequencies. */
  public Tensor fft(Tensor self, Long n, long dim, String norm, Tensor out) {
    return into("fft_fft", one.fft(self, n, dim, norm), out);
  }

  /** Writes numbers. */
  public Tensor ifft(Tensor self, Long n, long dim, String norm, Tensor out) {
    Tensor result = one.ifft(self, n, dim, norm);
    return self.dtype().isComplex()
        ? into("fft_ifft", result, out)
        : exact("fft_ifft", result, out);
  }

  /** Writes frequencies that are not negative. */
  public Tensor rfft(Tensor self, Long n, long dim, String norm, Tensor out) {
    return into("fft_rfft", one.rfft(self, n, dim, norm), out);
  }

  /** Writes real numbers. */
  public Tensor irfft(Tensor self, Long n, long dim, String norm, Tensor out) {
    return into("fft_irfft", one.irfft(self, n, dim, norm), out);
  }

  /** Writes real frequencies. */
  public Tensor hfft(Tensor self, Long n, long dim, String norm, Tensor out) {
    return into("fft_hfft", one.hfft(self, n, dim, norm), out);
  }

  /** Writes one half of Hermitian numbers. */
  public Tensor ihfft(Tensor self, Long n, long dim, String norm, Tensor out) {
    return exact("fft_ihfft", one.ihfft(self, n, dim, norm), out);
  }

  /** Writes frequencies along several dimensions. */
  public Tensor fftMany(Tensor self, long[] s, long[] dim, String norm, Tensor out) {
    return into("fft_fftn", many.fft(self, s, dim, norm), out);
  }

  /** Writes numbers along several dimensions. */
  public Tensor ifftMany(Tensor self, long[] s, long[] dim, String norm, Tensor out) {
    return into("fft_ifftn", many.ifft(self, s, dim, norm), out);
  }

  /** Writes frequencies that are not negative, along several dimensions. */
  public Tensor rfftMany(Tensor self, long[] s, long[] dim, String norm, Tensor out) {
    return into("fft_rfftn", many.rfft(self, s, dim, norm), out);
  }

  /** Writes real numbers along several dimensions. */
  public Tensor irfftMany(Tensor self, long[] s, long[] dim, String norm, Tensor out) {
    return into("fft_irfftn", many.irfft(self, s, dim, norm), out);
  }

  /** Writes real frequencies along several dimensions. */
  public Tensor hfftMany(Tensor self, long[] s, long[] dim, String norm, Tensor out) {
    return into("fft_hfftn", many.hfft(self, s, dim, norm), out);
  }

  /** Writes one half of Hermitian numbers; along one dimension in exactly their type. */
  public Tensor ihfftMany(Tensor self, long[] s, long[] dim, String norm, Tensor out) {
    Tensor result = many.ihfft(self, s, dim, norm);
    boolean isOne = dim != null ? dim.length == 1 : (s == null ? self.rank() : s.length) == 1;
    return isOne ? given.into("fft_ihfftn", result, out) : into("fft_ihfftn", result, out);
  }
}
