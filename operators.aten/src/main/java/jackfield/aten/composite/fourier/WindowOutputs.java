package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.Tensor;

/**
 * The {@code out} forms of windows, in the type of {@code out}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class WindowOutputs {
  private final WindowKernels windows;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public WindowOutputs(Aten aten) {
    this.windows = new WindowKernels(aten);
    this.given = new GivenResults(aten);
  }

  private Tensor into(Tensor window, Tensor out) {
    return given.into("window", window, out);
  }

  /** Writes the window of Bartlett. */
  public Tensor bartlett(long windowLength, Tensor out) {
    return into(windows.bartlett(windowLength, out.dtype(), null, out.device(), null), out);
  }

  /** Writes the window of Bartlett. */
  public Tensor bartlettPeriodic(long windowLength, boolean periodic, Tensor out) {
    return into(
        windows.bartlettPeriodic(windowLength, periodic, out.dtype(), null, out.device(), null),
        out);
  }

  /** Writes the window of Blackman. */
  public Tensor blackman(long windowLength, Tensor out) {
    return into(windows.blackman(windowLength, out.dtype(), null, out.device(), null), out);
  }

  /** Writes the window of Blackman. */
  public Tensor blackmanPeriodic(long windowLength, boolean periodic, Tensor out) {
    return into(
        windows.blackmanPeriodic(windowLength, periodic, out.dtype(), null, out.device(), null),
        out);
  }

  /** Writes the window of Hann. */
  public Tensor hann(long windowLength, Tensor out) {
    return into(windows.hann(windowLength, out.dtype(), null, out.device(), null), out);
  }

  /** Writes the window of Hann. */
  public Tensor hannPeriodic(long windowLength, boolean periodic, Tensor out) {
    return into(
        windows.hannPeriodic(windowLength, periodic, out.dtype(), null, out.device(), null), out);
  }

  /** Writes the window of Hamming. */
  public Tensor hamming(long windowLength, Tensor out) {
    return into(windows.hamming(windowLength, out.dtype(), null, out.device(), null), out);
  }

  /** Writes the window of Hamming. */
  public Tensor hammingPeriodic(long windowLength, boolean periodic, Tensor out) {
    return into(
        windows.hammingPeriodic(windowLength, periodic, out.dtype(), null, out.device(), null),
        out);
  }

  /** Writes the window of Hamming. */
  public Tensor hammingAlpha(long windowLength, boolean periodic, double alpha, Tensor out) {
    return into(
        windows.hammingAlpha(windowLength, periodic, alpha, out.dtype(), null, out.device(), null),
        out);
  }

  /** Writes the window of Hamming. */
  public Tensor hammingAlphaBeta(
      long windowLength, boolean periodic, double alpha, double beta, Tensor out) {
    return into(
        windows.hammingAlphaBeta(
            windowLength, periodic, alpha, beta, out.dtype(), null, out.device(), null),
        out);
  }

  /** Writes the window of Kaiser. */
  public Tensor kaiser(long windowLength, Tensor out) {
    return into(windows.kaiser(windowLength, out.dtype(), null, out.device(), null), out);
  }

  /** Writes the window of Kaiser. */
  public Tensor kaiserPeriodic(long windowLength, boolean periodic, Tensor out) {
    return into(
        windows.kaiserPeriodic(windowLength, periodic, out.dtype(), null, out.device(), null), out);
  }

  /** Writes the window of Kaiser. */
  public Tensor kaiserBeta(long windowLength, boolean periodic, double beta, Tensor out) {
    return into(
        windows.kaiserBeta(windowLength, periodic, beta, out.dtype(), null, out.device(), null),
        out);
  }
}
