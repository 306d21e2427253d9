package jackfield.backend.cpu.reference.normalization;

import jackfield.tensor.Tensor;

/**
 * The positions of the elements of each channel: of {@code samples} samples with {@code channels}
 * channels of {@code inner} elements.
 */
record Channels(long samples, long channels, long inner) {
  static Channels of(Tensor input) {
    long samples = input.size(0);
    long channels = input.size(1);
    long rows = Math.max(1, samples * channels);
    return new Channels(samples, channels, input.elementCount() / rows);
  }

  /** Returns the number of elements of a channel. */
  long size() {
    return samples * inner;
  }

  /** Returns the position of an element of a channel among all elements, in row-major order. */
  long position(long channel, long i) {
    return ((i / inner) * channels + channel) * inner + i % inner;
  }
}
