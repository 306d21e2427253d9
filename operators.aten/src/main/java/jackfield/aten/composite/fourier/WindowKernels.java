package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.function.UnaryOperator;

/**
 * Windows of signals. A window for a period is one element shorter than a symmetric one of the same
 * shape. They are computed in float64.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class WindowKernels {
  private static final double KAISER_SHAPE = 12;

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public WindowKernels(Aten aten) {
    this.aten = aten;
  }

  private record Options(DType dtype, Layout layout, Device device, Boolean pinMemory) {}

  /** Returns the window of Bartlett for a period. */
  public Tensor bartlett(
      long windowLength, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return bartlettPeriodic(windowLength, true, dtype, layout, device, pinMemory);
  }

  /** Returns the window of Bartlett, for a period or symmetric. */
  public Tensor bartlettPeriodic(
      long windowLength,
      boolean periodic,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return bartlett(windowLength, periodic, new Options(dtype, layout, device, pinMemory));
  }

  /** Returns the window of Blackman for a period. */
  public Tensor blackman(
      long windowLength, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return blackmanPeriodic(windowLength, true, dtype, layout, device, pinMemory);
  }

  /** Returns the window of Blackman, for a period or symmetric. */
  public Tensor blackmanPeriodic(
      long windowLength,
      boolean periodic,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return blackman(windowLength, periodic, new Options(dtype, layout, device, pinMemory));
  }

  /** Returns the window of Hann for a period. */
  public Tensor hann(
      long windowLength, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return hannPeriodic(windowLength, true, dtype, layout, device, pinMemory);
  }

  /** Returns the window of Hann, for a period or symmetric. */
  public Tensor hannPeriodic(
      long windowLength,
      boolean periodic,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return cosine(
        "hann_window",
        windowLength,
        periodic,
        0.5,
        0.5,
        new Options(dtype, layout, device, pinMemory));
  }

  /** Returns the window of Hamming for a period. */
  public Tensor hamming(
      long windowLength, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return hammingPeriodic(windowLength, true, dtype, layout, device, pinMemory);
  }

  /** Returns the window of Hamming, for a period or symmetric. */
  public Tensor hammingPeriodic(
      long windowLength,
      boolean periodic,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return cosine(
        "hamming_window",
        windowLength,
        periodic,
        0.54,
        0.46,
        new Options(dtype, layout, device, pinMemory));
  }

  /** Returns the window of Hamming with the constant {@code alpha}. */
  public Tensor hammingAlpha(
      long windowLength,
      boolean periodic,
      double alpha,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return cosine(
        "hamming_window",
        windowLength,
        periodic,
        alpha,
        0.46,
        new Options(dtype, layout, device, pinMemory));
  }

  /** Returns {@code alpha - beta cos}. */
  public Tensor hammingAlphaBeta(
      long windowLength,
      boolean periodic,
      double alpha,
      double beta,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return cosine(
        "hamming_window",
        windowLength,
        periodic,
        alpha,
        beta,
        new Options(dtype, layout, device, pinMemory));
  }

  /** Returns the window of Kaiser for a period. */
  public Tensor kaiser(
      long windowLength, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return kaiserPeriodic(windowLength, true, dtype, layout, device, pinMemory);
  }

  /** Returns the window of Kaiser, for a period or symmetric. */
  public Tensor kaiserPeriodic(
      long windowLength,
      boolean periodic,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return kaiser(
        windowLength, periodic, KAISER_SHAPE, new Options(dtype, layout, device, pinMemory));
  }

  /** Returns the window of Kaiser with the shape {@code beta}. */
  public Tensor kaiserBeta(
      long windowLength,
      boolean periodic,
      double beta,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return kaiser(windowLength, periodic, beta, new Options(dtype, layout, device, pinMemory));
  }

  private Tensor bartlett(long length, boolean periodic, Options options) {
    return window(
        "bartlett_window",
        length,
        periodic,
        options,
        x -> aten.rsub(aten.abs(aten.rsub(aten.mul(x, 2.0), 1.0)), 1.0));
  }

  private Tensor blackman(long length, boolean periodic, Options options) {
    return window(
        "blackman_window",
        length,
        periodic,
        options,
        x -> aten.add(aten.sub(aten.mul(turned(x, 4), 0.08), aten.mul(turned(x, 2), 0.5)), 0.42));
  }

  private Tensor turned(Tensor x, double halves) {
    return aten.cos(aten.mul(x, halves * Math.PI));
  }

  private Tensor cosine(
      String operator, long length, boolean periodic, double alpha, double beta, Options options) {
    return window(
        operator, length, periodic, options, x -> aten.add(aten.mul(turned(x, 2), -beta), alpha));
  }

  private Tensor kaiser(long length, boolean periodic, double beta, Options options) {
    Tensor shape = aten.full(new long[0], beta, DType.FLOAT64, null, options.device);
    return window(
        "kaiser_window",
        length,
        periodic,
        options,
        x -> {
          Tensor middle = aten.sub(aten.mul(x, 2.0), 1.0);
          Tensor square = aten.rsub(aten.mul(middle, middle), 1.0);
          Tensor root = aten.sqrt(aten.clampMin(square, 0.0));
          return aten.div(aten.i0(aten.mul(root, beta)), aten.i0(shape));
        });
  }

  /** Computes a window from the places 0 to 1 of its elements. */
  private Tensor window(
      String operator,
      long length,
      boolean periodic,
      Options options,
      UnaryOperator<Tensor> function) {
    DType type = options.dtype == null ? DType.FLOAT32 : options.dtype;
    if (!type.isFloating()) {
      throw new TypeMismatch(operator, "expected a floating-point type, found " + type);
    }
    if (length < 0 || length == Long.MAX_VALUE) {
      throw new InvalidArgument(
          operator, "window_length", "is %d, expected at least 0".formatted(length));
    }
    if (length <= 1) {
      return aten.ones(
          new long[] {length}, type, options.layout, options.device, options.pinMemory);
    }
    long steps = periodic ? length : length - 1;
    Tensor numbers =
        aten.arange(length, DType.FLOAT64, options.layout, options.device, options.pinMemory);
    return aten.to(function.apply(aten.div(numbers, (double) steps)), type);
  }
}
