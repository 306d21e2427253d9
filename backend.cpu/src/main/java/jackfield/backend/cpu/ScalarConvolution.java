package jackfield.backend.cpu;

import jackfield.aten.window.WindowPairs;
import jackfield.aten.window.WindowProduct;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * A sum of products over windows for types and layouts that matrix products do not support:
 * integers in 64 bits, all others in double precision, rounded once.
 */
final class ScalarConvolution {
  private final WindowProduct product;
  private final Tensor bias; // null for none
  private final DType type;
  private final long firstSign;
  private final long secondSign;

  ScalarConvolution(WindowProduct product, Tensor bias) {
    this.product = product;
    this.bias = bias;
    this.type = product.image().dtype();
    this.firstSign = product.first() == product.conjugated() ? -1 : 1;
    this.secondSign = product.second() == product.conjugated() ? -1 : 1;
  }

  void run() {
    Tensor result = product.tensor(product.result());
    if (result.elementCount() > 0) {
      long count = product.windows().count(product.result());
      Parallel.range(count, 1, this::run);
    }
  }

  private void run(long from, long to) {
    WindowPairs pairs = product.pairs();
    Tensor result = product.tensor(product.result());
    for (long element = from; element < to; element++) {
      pairs.move(element);
      for (long outer = 0; outer < result.size(0); outer++) {
        for (long channel = 0; channel < result.size(1); channel++) {
          sum(pairs, outer, channel, at(result, outer, channel) + pairs.offset());
        }
      }
    }
  }

  private void sum(WindowPairs pairs, long outer, long channel, long to) {
    if (type.isIntegral()) {
      Elements.putLong(type, to, integers(pairs, outer, channel));
      return;
    }
    double re = bias == null ? 0 : Elements.doubleAt(type, biasAt(channel));
    double im = bias == null ? 0 : Elements.imaginaryAt(type, biasAt(channel));
    for (long term = 0; term < terms(); term++) {
      long first = first(outer, channel, term);
      long second = second(outer, channel, term);
      for (int pair = 0; pair < pairs.count(); pair++) {
        long a = first + pairs.first(pair);
        long b = second + pairs.second(pair);
        double x = Elements.doubleAt(type, a);
        double y = Elements.doubleAt(type, b);
        re += x * y;
        if (type.isComplex()) {
          double xi = firstSign * Elements.imaginaryAt(type, a);
          double yi = secondSign * Elements.imaginaryAt(type, b);
          re -= xi * yi;
          im += x * yi + xi * y;
        }
      }
    }
    Elements.putComplex(type, to, re, im);
  }

  private long integers(WindowPairs pairs, long outer, long channel) {
    long sum = bias == null ? 0 : Elements.longAt(type, biasAt(channel));
    for (long term = 0; term < terms(); term++) {
      long first = first(outer, channel, term);
      long second = second(outer, channel, term);
      for (int pair = 0; pair < pairs.count(); pair++) {
        sum +=
            Elements.longAt(type, first + pairs.first(pair))
                * Elements.longAt(type, second + pairs.second(pair));
      }
    }
    return sum;
  }

  /** Returns the number of summands besides the pairs: of the group's channels, or the batch. */
  private long terms() {
    return switch (product.result()) {
      case IMAGE -> product.positionChannels();
      case POSITIONS -> product.imageChannels();
      case TAPS -> product.batch();
    };
  }

  private long first(long outer, long channel, long term) {
    return switch (product.result()) {
      case IMAGE -> at(product.positions(), outer, windowChannel(channel, term));
      case POSITIONS -> at(product.image(), outer, imageChannel(channel, term));
      case TAPS -> at(product.image(), term, imageChannel(outer, channel));
    };
  }

  private long second(long outer, long channel, long term) {
    return switch (product.result()) {
      case IMAGE ->
          at(product.weight(), windowChannel(channel, term), channel % product.imageChannels());
      case POSITIONS -> at(product.weight(), channel, term);
      case TAPS -> at(product.positions(), term, outer);
    };
  }

  private long windowChannel(long ofImage, long inGroup) {
    return ofImage / product.imageChannels() * product.positionChannels() + inGroup;
  }

  private long imageChannel(long ofWindow, long inGroup) {
    return ofWindow / product.positionChannels() * product.imageChannels() + inGroup;
  }

  private long biasAt(long channel) {
    return bias.address() + channel * bias.stride(0) * type.sizeBytes();
  }

  private static long at(Tensor tensor, long outer, long inner) {
    long elements = outer * tensor.stride(0) + inner * tensor.stride(1);
    return tensor.address() + elements * tensor.dtype().sizeBytes();
  }
}
