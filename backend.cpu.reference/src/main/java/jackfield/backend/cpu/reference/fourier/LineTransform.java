package jackfield.backend.cpu.reference.fourier;

/**
 * The Fourier transform of lines of one length: by Cooley and Tukey for powers of two, and by
 * Bluestein's convolution for other lengths, both in {@code O(n log n)} steps.
 *
 * <p>A transform belongs to one thread, since it has arrays of its own.
 */
final class LineTransform {
  private final int length;
  private final double direction; // -1 to frequencies, 1 back
  private final double[] cos; // of the turns of a power of two
  private final double[] sin;
  private final int size; // the power of two
  private final Chirp chirp; // null if the length is that power

  /** The factors of Bluestein's convolution, and the transform of their conjugates. */
  private record Chirp(double[] cos, double[] sin, double[] re, double[] im) {}

  LineTransform(int length, boolean isForward) {
    this.length = length;
    this.direction = isForward ? -1 : 1;
    boolean isPower = Integer.bitCount(length) == 1;
    this.size = isPower ? length : Math.multiplyExact(2, Integer.highestOneBit(2 * length - 1));
    this.cos = new double[Math.max(size / 2, 1)];
    this.sin = new double[cos.length];
    for (int k = 0; k < cos.length; k++) {
      cos[k] = Math.cos(2 * Math.PI * k / size);
      sin[k] = Math.sin(2 * Math.PI * k / size);
    }
    this.chirp = isPower ? null : chirp();
  }

  private Chirp chirp() {
    double[] re = new double[size];
    double[] im = new double[size];
    double[] chirpCos = new double[length];
    double[] chirpSin = new double[length];
    for (int k = 0; k < length; k++) {
      long square = (long) k * k % (2L * length); // the angle repeats after 2 pi
      chirpCos[k] = Math.cos(Math.PI * square / length);
      chirpSin[k] = direction * Math.sin(Math.PI * square / length);
      int mirrored = k == 0 ? 0 : size - k;
      re[k] = chirpCos[k];
      re[mirrored] = chirpCos[k];
      im[k] = -chirpSin[k];
      im[mirrored] = -chirpSin[k];
    }
    power(re, im, -1);
    return new Chirp(chirpCos, chirpSin, re, im);
  }

  /** Transforms a line, without normalization. */
  void run(double[] re, double[] im) {
    if (chirp == null) {
      power(re, im, direction);
    } else {
      convolve(re, im);
    }
  }

  /** Multiplies by the chirp, convolves with its conjugate, and multiplies again. */
  private void convolve(double[] re, double[] im) {
    double[] a = new double[size];
    double[] b = new double[size];
    for (int k = 0; k < length; k++) {
      a[k] = re[k] * chirp.cos[k] - im[k] * chirp.sin[k];
      b[k] = re[k] * chirp.sin[k] + im[k] * chirp.cos[k];
    }
    power(a, b, -1);
    for (int k = 0; k < size; k++) {
      double product = a[k] * chirp.re[k] - b[k] * chirp.im[k];
      b[k] = a[k] * chirp.im[k] + b[k] * chirp.re[k];
      a[k] = product;
    }
    power(a, b, 1);
    for (int k = 0; k < length; k++) {
      re[k] = (a[k] * chirp.cos[k] - b[k] * chirp.sin[k]) / size;
      im[k] = (a[k] * chirp.sin[k] + b[k] * chirp.cos[k]) / size;
    }
  }

  /** Transforms a power of two: in the order of reversed bits, then in growing blocks. */
  private void power(double[] re, double[] im, double sign) {
    for (int i = 1, j = 0; i < size; i++) {
      int bit = size >> 1;
      for (; (j & bit) != 0; bit >>= 1) {
        j ^= bit;
      }
      j ^= bit;
      if (i < j) {
        swap(re, i, j);
        swap(im, i, j);
      }
    }
    for (int half = 1; half < size; half *= 2) {
      for (int start = 0; start < size; start += 2 * half) {
        butterflies(re, im, start, half, sign);
      }
    }
  }

  private static void swap(double[] values, int i, int j) {
    double value = values[i];
    values[i] = values[j];
    values[j] = value;
  }

  private void butterflies(double[] re, double[] im, int start, int half, double sign) {
    int step = size / (2 * half);
    for (int k = 0; k < half; k++) {
      int low = start + k;
      int high = low + half;
      double c = cos[k * step];
      double s = sign * sin[k * step];
      double a = re[high] * c - im[high] * s;
      double b = re[high] * s + im[high] * c;
      re[high] = re[low] - a;
      im[high] = im[low] - b;
      re[low] += a;
      im[low] += b;
    }
  }
}
