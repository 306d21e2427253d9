package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Transforms of overlapping windows of signals.
 *
 * <p><em>Shapes</em>: signals {@code [length]} or {@code [batch, length]}; transforms {@code
 * [frequencies, windows]}, with the batch before.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SignalKernels {
  private static final long BY_ROOT = 1;
  private static final long BY_NUMBER = 2;
  private static final double LEAST_OVERLAP = 1e-11;

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SignalKernels(Aten aten) {
    this.aten = aten;
  }

  /** Transforms windows. */
  public Tensor stft(
      Tensor self,
      long nFft,
      Long hopLength,
      Long winLength,
      Tensor window,
      boolean normalized,
      Boolean onesided,
      Boolean returnComplex) {
    return stftCentered(
        self,
        nFft,
        hopLength,
        winLength,
        window,
        false,
        "reflect",
        normalized,
        onesided,
        returnComplex);
  }

  /**
   * Transforms windows; {@code center} extends the signals, so that the middle of the first window
   * is the first element.
   */
  public Tensor stftCentered(
      Tensor self,
      long nFft,
      Long hopLength,
      Long winLength,
      Tensor window,
      boolean center,
      String padMode,
      boolean normalized,
      Boolean onesided,
      Boolean returnComplex) {
    boolean isComplex = isComplex(self) || isComplex(window);
    if (returnComplex == null && !isComplex) {
      throw new InvalidArgument("stft", "return_complex", "is missing; pass it for real signals");
    }
    checkSignals(self);
    Windows windows = new Windows("stft", nFft, hopLength, winLength, window);
    Tensor batch = self.rank() == 1 ? aten.unsqueeze(self, 0) : self;
    Tensor signals = center ? centered(batch, nFft, padMode) : batch;
    if (nFft > signals.size(1)) {
      throw new ShapeMismatch("stft", "expected at least n_fft elements", self.sizes());
    }
    boolean isOneSided = onesided == null ? !isComplex : onesided;
    refuseOneSided("stft", isComplex && isOneSided);
    Tensor frames = aten.unfold(signals, 1, nFft, windows.hop);
    boolean isPlain = window == null && windows.length == nFft;
    Tensor weighted = isPlain ? frames : aten.mul(frames, windows.padded(aten, self));
    Tensor found = spectra(weighted, isComplex, normalized, isOneSided);
    Tensor transposed = aten.transpose(found, 1, 2);
    Tensor result = self.rank() == 1 ? aten.squeeze(transposed, 0) : transposed;
    return returnComplex == null || returnComplex ? result : aten.viewAsReal(result);
  }

  private static void checkSignals(Tensor self) {
    boolean isNumber = self.dtype().isFloating() || isComplex(self);
    if (!isNumber || self.rank() < 1 || self.rank() > 2) {
      throw new TypeMismatch(
          "stft",
          "expected signals [length] or [batch, length] of a floating-point or complex type, found "
              + self.dtype());
    }
  }

  /** Transforms each frame along the last dimension. */
  private Tensor spectra(Tensor frames, boolean isComplex, boolean normalized, boolean isOneSided) {
    long normalization = normalized ? BY_ROOT : 0;
    long[] last = {2};
    return isComplex
        ? aten._fftC2c(complex(frames), last, normalization, true)
        : aten._fftR2c(frames, last, normalization, isOneSided);
  }

  private static boolean isComplex(Tensor tensor) {
    return tensor != null && tensor.dtype().isComplex();
  }

  private Tensor complex(Tensor tensor) {
    return isComplex(tensor) ? tensor : aten.to(tensor, tensor.dtype().complexType());
  }

  private static void refuseOneSided(String operator, boolean isRefused) {
    if (isRefused) {
      throw new InvalidArgument(
          operator, "onesided", "is True; complex numbers have frequencies of both signs");
    }
  }

  private Tensor centered(Tensor signals, long nFft, String padMode) {
    long[] pad = {nFft / 2, nFft / 2};
    return aten.squeeze(aten.pad(aten.unsqueeze(signals, 0), pad, padMode), 0);
  }

  /** The lengths of windows, and their factors. */
  private static final class Windows {
    private final long nFft;
    private final long hop;
    private final long length;
    private final Tensor factors; // null for ones

    Windows(String operator, long nFft, Long hopLength, Long winLength, Tensor factors) {
      this.nFft = nFft;
      this.hop = hopLength == null ? nFft / 4 : hopLength;
      this.length = winLength == null ? nFft : winLength;
      this.factors = factors;
      if (nFft < 1 || hop < 1 || length < 1 || length > nFft) {
        throw new InvalidArgument(
            operator,
            "n_fft",
            "is %d, with a hop of %d and windows of %d; expected positive ones, n_fft the greatest"
                .formatted(nFft, hop, length));
      }
      if (factors != null && (factors.rank() != 1 || factors.size(0) != length)) {
        throw new ShapeMismatch(
            operator, "expected a window of win_length elements", factors.sizes());
      }
    }

    /** Returns the factors with zeros around them, as many as the transform has. */
    Tensor padded(Aten aten, Tensor like) {
      DType type = like.dtype().realType();
      Tensor known =
          factors == null ? aten.ones(new long[] {length}, type, null, like.device()) : factors;
      long left = (nFft - length) / 2;
      return length == nFft ? known : aten.constantPadNd(known, left, nFft - length - left);
    }
  }

  /**
   * Restores signals.
   *
   * @param length the number of elements; null for as many as the windows cover
   */
  public Tensor istft(
      Tensor self,
      long nFft,
      Long hopLength,
      Long winLength,
      Tensor window,
      boolean center,
      boolean normalized,
      Boolean onesided,
      Long length,
      boolean returnComplex) {
    checkTransform(self);
    Windows windows = new Windows("istft", nFft, hopLength, winLength, window);
    if (windows.hop > windows.length) {
      throw new InvalidArgument(
          "istft",
          "hop_length",
          "is %d, expected at most %d".formatted(windows.hop, windows.length));
    }
    long frequencies = self.size(self.rank() - 2);
    boolean isOneSided = onesided == null ? frequencies != nFft : onesided;
    if (frequencies != (isOneSided ? nFft / 2 + 1 : nFft)) {
      throw new ShapeMismatch("istft", "the frequencies do not fit n_fft", self.sizes());
    }
    refuseOneSided("istft", isOneSided && (returnComplex || isComplex(window)));
    if (isComplex(window) && !returnComplex) {
      throw new InvalidArgument("istft", "window", "is complex; pass return_complex=True with it");
    }
    Tensor factors = windows.padded(aten, self);
    Tensor batch = self.rank() == 2 ? aten.unsqueeze(self, 0) : self;
    Tensor frames =
        frames(aten.transpose(batch, 1, 2), nFft, normalized, isOneSided, returnComplex);
    Tensor result = overlapped(frames, factors, windows, center, length);
    return self.rank() == 2 ? aten.squeeze(result, 0) : result;
  }

  private static void checkTransform(Tensor self) {
    if (!isComplex(self)) {
      throw new TypeMismatch("istft", "expected complex frequencies, found " + self.dtype());
    }
    if (self.rank() < 2 || self.rank() > 3 || self.elementCount() == 0) {
      throw new ShapeMismatch(
          "istft", "expected [frequencies, windows], with or without a batch", self.sizes());
    }
  }

  private Tensor frames(
      Tensor transform, long nFft, boolean normalized, boolean isOneSided, boolean isComplex) {
    long normalization = normalized ? BY_ROOT : BY_NUMBER;
    long[] last = {2};
    if (isComplex) {
      return aten._fftC2c(transform, last, normalization, false);
    }
    Tensor half = isOneSided ? transform : aten.narrow(transform, -1, 0, nFft / 2 + 1);
    return aten._fftC2r(half, last, normalization, nFft);
  }

  /** Adds up weighted windows, and divides by the sum of the squares of the weights. */
  private Tensor overlapped(
      Tensor frames, Tensor factors, Windows windows, boolean center, Long length) {
    long count = frames.size(1);
    long covered = windows.nFft + windows.hop * (count - 1);
    long start = center ? windows.nFft / 2 : 0;
    long end = length != null ? start + length : center ? covered - windows.nFft / 2 : covered;
    Tensor sum = summed(aten.mul(frames, factors), covered, windows);
    Tensor squares = aten.expand(aten.mul(factors, factors), 1, count, windows.nFft);
    Tensor weights = cut(summed(squares, covered, windows), start, end, covered);
    checkOverlap(weights);
    Tensor signal = aten.div(cut(sum, start, end, covered), weights);
    return end > covered ? aten.constantPadNd(signal, 0, end - covered) : signal;
  }

  private Tensor summed(Tensor frames, long covered, Windows windows) {
    long[] sizes = {frames.size(0), covered};
    return aten.unfoldBackward(frames, sizes, 1, windows.nFft, windows.hop);
  }

  private Tensor cut(Tensor signal, long start, long end, long covered) {
    long last = Math.min(end, covered);
    return aten.narrow(signal, 1, Math.min(start, last), Math.max(0, last - start));
  }

  private void checkOverlap(Tensor weights) {
    if (weights.device().equals(Device.META) || weights.elementCount() == 0) {
      return;
    }
    Tensor least = aten.amin(aten.abs(aten.detach(weights)), new long[0], false);
    if (aten.isNonzero(aten.lt(least, LEAST_OVERLAP))) {
      throw new InvalidArgument(
          "istft", "window", "leaves elements that no window weighs; try a smaller hop_length");
    }
  }
}
