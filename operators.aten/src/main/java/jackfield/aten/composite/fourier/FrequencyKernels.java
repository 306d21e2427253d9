package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.stream.IntStream;

/**
 * The frequencies of transforms, and their order.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FrequencyKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FrequencyKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns the frequencies of {@code n} numbers: 0, the positive and the negative ones. */
  public Tensor fftfreq(
      long n, double d, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    Tensor numbers = numbers("fft_fftfreq", n, n, dtype, layout, device, pinMemory);
    Tensor shifted = aten.sub(numbers, n / 2);
    return aten.mul(aten.roll(shifted, new long[] {(n + 1) / 2}), 1 / (n * d));
  }

  private Tensor numbers(
      String operator,
      long n,
      long count,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    DType type = dtype == null ? DType.FLOAT32 : dtype;
    if (!type.isFloating() && !type.isComplex()) {
      throw new TypeMismatch(operator, "expected a floating-point or complex type, found " + type);
    }
    if (n < 0) {
      throw new InvalidArgument(operator, "n", "is %d, expected at least 0".formatted(n));
    }
    Tensor numbers = aten.arange(count, type.realType(), layout, device, pinMemory);
    return type.isComplex() ? aten.to(numbers, type) : numbers;
  }

  /** Returns the frequencies of {@code n} real numbers that are not negative. */
  public Tensor rfftfreq(
      long n, double d, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    long count = n / 2 + 1;
    Tensor numbers = numbers("fft_rfftfreq", n, count, dtype, layout, device, pinMemory);
    return aten.mul(numbers, 1 / (n * d));
  }

  /** Writes {@link #fftfreq} in the type of {@code out}. */
  public Tensor fftfreqOut(long n, double d, Tensor out) {
    return given.into("fft_fftfreq", fftfreq(n, d, out.dtype(), null, out.device(), null), out);
  }

  /** Writes {@link #rfftfreq} in the type of {@code out}. */
  public Tensor rfftfreqOut(long n, double d, Tensor out) {
    return given.into("fft_rfftfreq", rfftfreq(n, d, out.dtype(), null, out.device(), null), out);
  }

  /** Rolls by half the sizes, rounded down. */
  public Tensor shift(Tensor self, long[] dim) {
    return rolled("fft_fftshift", self, dim, 0);
  }

  /** Rolls by half the sizes, rounded up. */
  public Tensor unshift(Tensor self, long[] dim) {
    return rolled("fft_ifftshift", self, dim, 1);
  }

  private Tensor rolled(String operator, Tensor self, long[] dim, int rounding) {
    if (self.rank() == 0 && dim == null) {
      return aten.clone(self);
    }
    long[] dims = dim == null ? IntStream.range(0, self.rank()).asLongStream().toArray() : dim;
    long[] shifts = new long[dims.length];
    for (int i = 0; i < dims.length; i++) {
      int along = Dimensions.wrap(operator, dims[i], self.rank());
      shifts[i] = self.rank() == 0 ? 0 : (self.size(along) + rounding) / 2;
    }
    return aten.roll(self, shifts, dims);
  }
}
