package jackfield.backend.cpu.reference.fourier;

import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Complex numbers of several dimensions, row-major. */
final class Spectrum {
  private final long[] sizes;
  private final double[] re;
  private final double[] im;

  private Spectrum(String operator, long[] sizes) {
    this.sizes = sizes;
    long count = 1;
    for (long size : sizes) {
      count *= size;
    }
    this.re = new double[ArrayLength.of(operator, "self", count)];
    this.im = new double[re.length];
  }

  /** Copies the elements of a tensor. */
  static Spectrum of(String operator, Tensor tensor) {
    Spectrum spectrum = new Spectrum(operator, tensor.sizes());
    DType type = tensor.dtype();
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        address -> {
          spectrum.re[next[0]] = Elements.doubleAt(type, address);
          spectrum.im[next[0]++] = Elements.imaginaryAt(type, address);
        });
    return spectrum;
  }

  /** Transforms along a dimension, without normalization. */
  void transform(int dim, boolean isForward) {
    if (re.length == 0) {
      return;
    }
    int length = (int) sizes[dim];
    int step = step(dim);
    LineTransform transform = new LineTransform(length, isForward);
    double[] lineRe = new double[length];
    double[] lineIm = new double[length];
    for (int line = 0; line < re.length / length; line++) {
      int first = line / step * step * length + line % step;
      for (int k = 0; k < length; k++) {
        lineRe[k] = re[first + k * step];
        lineIm[k] = im[first + k * step];
      }
      transform.run(lineRe, lineIm);
      for (int k = 0; k < length; k++) {
        re[first + k * step] = lineRe[k];
        im[first + k * step] = lineIm[k];
      }
    }
  }

  /** Returns the distance of neighbours along a dimension. */
  private int step(int dim) {
    int step = 1;
    for (int i = dim + 1; i < sizes.length; i++) {
      step *= (int) sizes[i];
    }
    return step;
  }

  void multiply(double factor) {
    for (int i = 0; i < re.length; i++) {
      re[i] *= factor;
      im[i] *= factor;
    }
  }

  /** Returns the first elements along a dimension. */
  Spectrum first(String operator, int dim, long length) {
    long[] newSizes = sizes.clone();
    newSizes[dim] = length;
    Spectrum first = new Spectrum(operator, newSizes);
    int step = step(dim);
    for (int i = 0; i < first.re.length; i++) {
      int block = i / step / (int) length;
      int from = (block * (int) sizes[dim] + i / step % (int) length) * step + i % step;
      first.re[i] = re[from];
      first.im[i] = im[from];
    }
    return first;
  }

  /**
   * Returns the frequencies of real numbers from those that are not negative: element {@code n - k}
   * is the conjugate of element k. Elements that are their own conjugates are taken to be real.
   */
  Spectrum hermitian(String operator, int dim, long length) {
    long[] newSizes = sizes.clone();
    newSizes[dim] = length;
    Spectrum full = new Spectrum(operator, newSizes);
    int step = step(dim);
    int n = (int) length;
    for (int i = 0; i < full.re.length; i++) {
      int k = i / step % n;
      int block = i / step / n;
      int known = Math.min(k, n - k);
      int from = (block * (int) sizes[dim] + (k == 0 ? 0 : known)) * step + i % step;
      full.re[i] = re[from];
      full.im[i] = k == 0 || 2 * k == n ? 0 : 2 * k < n ? im[from] : -im[from];
    }
    return full;
  }

  /** Writes the elements, or their real parts. */
  void write(Tensor tensor) {
    DType type = tensor.dtype();
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        address -> {
          int i = next[0]++;
          if (type.isComplex()) {
            Elements.putComplex(type, address, re[i], im[i]);
          } else {
            Elements.putDouble(type, address, re[i]);
          }
        });
  }
}
