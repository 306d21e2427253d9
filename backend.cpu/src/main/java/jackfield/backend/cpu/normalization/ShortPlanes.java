package jackfield.backend.cpu.normalization;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Groups whose planes are too short for loops of their own. Weight and bias are repeated for each
 * element of a sample, so that loops run over the planes of a group.
 *
 * @param weight the address of the repeated weight; the repeated bias follows it
 */
record ShortPlanes(ChannelLoops in, long channels, long inner, long weight) {
  /** The planes with fewer elements are short. */
  static final long SHORT = 16;

  /** Returns the bytes of memory that the parameters need. */
  static long bytes(long channels, long inner) {
    return 2 * channels * inner * Double.BYTES;
  }

  private long size() {
    return in.type().sizeBytes();
  }

  private long bias() {
    return weight + channels * inner * size();
  }

  ShortPlanes fill(Parameter weights, Parameter biases) {
    for (long channel = 0; channel < channels; channel++) {
      repeat(weight, channel, weights.or(channel, 1));
      repeat(bias(), channel, biases.or(channel, 0));
    }
    return this;
  }

  private void repeat(long to, long channel, double value) {
    boolean isFloat = in.type() == DType.FLOAT32;
    for (long i = channel * inner; i < (channel + 1) * inner; i++) {
      Exact.put(isFloat, to, i, value);
    }
  }

  /** Returns the planes of a group as runs, so that blocks are of whole planes. */
  Runs runs(long group, long width) {
    return new Runs(group * width * inner, inner, width, inner);
  }

  /** Returns the bytes from the first parameter to that of the first element of a block. */
  private long offset(Runs runs, long block) {
    return runs.position(block) % (channels * inner) * size();
  }

  /** Normalizes a group. */
  void normalize(Blocks x, Blocks y, Runs runs, double mean, double rstd) {
    Affine normal = new Affine(mean, rstd, 1, 0);
    for (long block = 0; block < runs.blocks(); block++) {
      long to = y.target(runs, block);
      long count = runs.count(block);
      long offset = offset(runs, block);
      normal.write(in, to, x.read(runs, block), count);
      in.normalizing().run(to, to, weight + offset, bias() + offset, count, 0, 1);
      y.write(runs, block, to);
    }
  }

  /** Writes the sums over the planes of a group; returns those of the group, with weights. */
  GradientSums sums(
      Blocks grad, Blocks x, Runs runs, double mean, double rstd, long products, long sums) {
    boolean isFloat = in.type() == DType.FLOAT32;
    double sum = 0;
    double both = 0;
    for (long block = 0; block < runs.blocks(); block++) {
      long g = grad.read(runs, block);
      long a = x.read(runs, block);
      long weights = weight + offset(runs, block);
      long plane = runs.position(block) / inner;
      long count = runs.count(block);
      for (long first = 0; first < count; first += inner, plane++) {
        double ofPlane = 0;
        double ofProducts = 0;
        for (long i = first; i < first + inner; i++) {
          double value = Exact.at(isFloat, g, i);
          ofPlane += value;
          ofProducts += value * (Exact.at(isFloat, a, i) - mean) * rstd;
        }
        HostBytes.putDouble(sums + plane * Double.BYTES, ofPlane);
        HostBytes.putDouble(products + plane * Double.BYTES, ofProducts);
        double factor = Exact.at(isFloat, weights, first);
        sum += ofPlane * factor;
        both += ofProducts * factor;
      }
    }
    return new GradientSums(sum, both);
  }

  /** Writes the gradient of a group's elements; that of a weight of 1 is given. */
  void inputGradient(Blocks grad, Blocks x, Blocks to, Runs runs, InputGradient gradient) {
    for (long block = 0; block < runs.blocks(); block++) {
      long g = grad.read(runs, block);
      long out = to.target(runs, block);
      long count = runs.count(block);
      in.mul().run(out, g, weight + offset(runs, block), 0, count, Scalar.ONE);
      gradient.write(in, out, out, x.read(runs, block), count);
      to.write(runs, block, out);
    }
  }
}
