package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Fourier transforms along several dimensions. The sizes {@code s} cut or extend the input; −1
 * leaves a dimension as it is. Without {@code dim}, {@code s} is for the last dimensions; without
 * both, all dimensions are transformed.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ManyKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ManyKernels(Aten aten) {
    this.aten = aten;
  }

  /** Dimensions and the numbers of elements along them. */
  private record Shape(int[] dims, long[] lengths) {
    int last() {
      return dims[dims.length - 1];
    }

    long lastLength() {
      return lengths[lengths.length - 1];
    }

    long[] allDims() {
      return Transforms.longs(dims);
    }

    long[] otherDims() {
      return Transforms.longs(Arrays.copyOf(dims, dims.length - 1));
    }
  }

  private static Shape shape(Transforms transforms, Tensor self, long[] s, long[] dim) {
    String operator = transforms.operator();
    if (s != null && (s.length > self.rank() || (dim != null && dim.length != s.length))) {
      throw new InvalidArgument(
          operator, "s", "has %d numbers; pass one for each dimension".formatted(s.length));
    }
    if (dim != null && dim.length > 0 && self.rank() == 0) {
      throw new InvalidArgument(operator, "dim", "names a dimension, the input has none");
    }
    int count = s == null ? self.rank() : s.length;
    int[] dims =
        dim != null
            ? Dimensions.wrapDistinct(operator, dim, self.rank())
            : IntStream.range(self.rank() - count, self.rank()).toArray();
    long[] lengths = new long[dims.length];
    for (int i = 0; i < dims.length; i++) {
      long length = s == null || s[i] == -1 ? self.size(dims[i]) : s[i];
      lengths[i] = transforms.checkedLength(length);
    }
    return new Shape(dims, lengths);
  }

  private static Shape someDims(Transforms transforms, Tensor self, long[] s, long[] dim) {
    Shape shape = shape(transforms, self, s, dim);
    if (shape.dims.length == 0) {
      throw new InvalidArgument(
          transforms.operator(), "dim", "is empty, expected at least one dimension");
    }
    return shape;
  }

  /** Transforms numbers to frequencies. */
  public Tensor fft(Tensor self, long[] s, long[] dim, String norm) {
    return complex("fft_fftn", self, s, dim, norm, true);
  }

  /** Transforms frequencies to numbers. */
  public Tensor ifft(Tensor self, long[] s, long[] dim, String norm) {
    return complex("fft_ifftn", self, s, dim, norm, false);
  }

  private Tensor complex(
      String operator, Tensor self, long[] s, long[] dim, String norm, boolean isForward) {
    Transforms transforms = new Transforms(aten, operator);
    Shape shape = shape(transforms, self, s, dim);
    Tensor input = transforms.resized(transforms.complex(self), shape.dims, shape.lengths);
    long normalization = transforms.normalization(norm, isForward);
    return aten._fftC2c(input, shape.allDims(), normalization, isForward);
  }

  /** Transforms real numbers to frequencies that are not negative along the last dimension. */
  public Tensor rfft(Tensor self, long[] s, long[] dim, String norm) {
    Transforms transforms = new Transforms(aten, "fft_rfftn");
    Tensor real = transforms.real(self);
    Shape shape = someDims(transforms, self, s, dim);
    Tensor input = transforms.resized(real, shape.dims, shape.lengths);
    return aten._fftR2c(input, shape.allDims(), transforms.normalization(norm, true), true);
  }

  /** Transforms real frequencies to one half of Hermitian numbers. */
  public Tensor ihfft(Tensor self, long[] s, long[] dim, String norm) {
    Transforms transforms = new Transforms(aten, "fft_ihfftn");
    Tensor real = transforms.real(self);
    Shape shape = someDims(transforms, self, s, dim);
    Tensor input = transforms.resized(real, shape.dims, shape.lengths);
    long normalization = transforms.normalization(norm, false);
    Tensor half =
        aten.conjPhysical(aten._fftR2c(input, new long[] {shape.last()}, normalization, true));
    return shape.dims.length == 1
        ? half
        : aten._fftC2c(half, shape.otherDims(), normalization, false);
  }

  /** Takes the number of real elements for that of frequencies along the last dimension. */
  private static Shape half(Transforms transforms, Tensor self, long[] s, long[] dim) {
    Shape shape = someDims(transforms, self, s, dim);
    boolean isGiven = s != null && s[s.length - 1] != -1;
    long length = isGiven ? shape.lastLength() : 2 * (self.size(shape.last()) - 1);
    shape.lengths[shape.lengths.length - 1] = transforms.checkedLength(length);
    return shape;
  }

  private static Tensor input(Transforms transforms, Tensor self, Shape shape) {
    long[] lengths = shape.lengths.clone();
    lengths[lengths.length - 1] = shape.lastLength() / 2 + 1;
    return transforms.resized(transforms.complex(self), shape.dims, lengths);
  }

  /** Transforms frequencies that are not negative along the last dimension to real numbers. */
  public Tensor irfft(Tensor self, long[] s, long[] dim, String norm) {
    Transforms transforms = new Transforms(aten, "fft_irfftn");
    Shape shape = half(transforms, self, s, dim);
    Tensor input = input(transforms, self, shape);
    long normalization = transforms.normalization(norm, false);
    return aten._fftC2r(input, shape.allDims(), normalization, shape.lastLength());
  }

  /** Transforms one half of Hermitian numbers to real frequencies. */
  public Tensor hfft(Tensor self, long[] s, long[] dim, String norm) {
    Transforms transforms = new Transforms(aten, "fft_hfftn");
    Shape shape = half(transforms, self, s, dim);
    Tensor input = input(transforms, self, shape);
    long normalization = transforms.normalization(norm, true);
    Tensor others =
        shape.dims.length == 1
            ? input
            : aten._fftC2c(input, shape.otherDims(), normalization, true);
    return aten._fftC2r(
        aten.conj(others), new long[] {shape.last()}, normalization, shape.lastLength());
  }
}
