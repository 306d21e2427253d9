package jackfield.backend.cpu.reference;

import jackfield.aten.window.ConvolutionPlan;
import jackfield.aten.window.WindowPairs;
import jackfield.aten.window.WindowProduct;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Convolutions and their gradients; each element is one sum, which is written once. */
final class ConvolutionKernels {
  private ConvolutionKernels() {}

  static void convolution(ConvolutionPlan plan) {
    run(plan.product(0), plan.input(2));
  }

  static void convolutionBackward(ConvolutionPlan plan) {
    for (int output = 0; output < 2; output++) {
      if (plan.output(output) != null) {
        run(plan.product(output), null);
      }
    }
    if (plan.output(2) != null) {
      sumChannels(plan.input(0), plan.output(2));
    }
  }

  private static void run(WindowProduct product, Tensor bias) {
    Tensor result = product.tensor(product.result());
    if (result.elementCount() == 0) {
      return;
    }
    PairSum sum = PairSum.of(product);
    WindowPairs pairs = product.pairs();
    long count = product.windows().count(product.result());
    for (long element = 0; element < count; element++) {
      pairs.move(element);
      switch (product.result()) {
        case IMAGE -> sumWindows(product, bias, pairs, sum);
        case POSITIONS -> sumImage(product, bias, pairs, sum);
        case TAPS -> sumBatch(product, pairs, sum);
      }
    }
  }

  /** Computes one window of all images and channels. */
  private static void sumImage(WindowProduct product, Tensor bias, WindowPairs pairs, PairSum sum) {
    long inGroup = product.imageChannels();
    for (long n = 0; n < product.batch(); n++) {
      for (long channel = 0; channel < product.positions().size(1); channel++) {
        long first = channel / product.positionChannels() * inGroup;
        begin(sum, bias, channel);
        for (long i = 0; i < inGroup; i++) {
          sum.add(pairs, at(product.image(), n, first + i), at(product.weight(), channel, i));
        }
        sum.store(at(product.positions(), n, channel) + pairs.offset());
      }
    }
  }

  /** Computes one element of all images and channels from the windows over it. */
  private static void sumWindows(
      WindowProduct product, Tensor bias, WindowPairs pairs, PairSum sum) {
    long inGroup = product.positionChannels();
    for (long n = 0; n < product.batch(); n++) {
      for (long channel = 0; channel < product.image().size(1); channel++) {
        long first = channel / product.imageChannels() * inGroup;
        long inWeight = channel % product.imageChannels();
        begin(sum, bias, channel);
        for (long p = 0; p < inGroup; p++) {
          sum.add(
              pairs,
              at(product.positions(), n, first + p),
              at(product.weight(), first + p, inWeight));
        }
        sum.store(at(product.image(), n, channel) + pairs.offset());
      }
    }
  }

  /** Computes one tap of all channels of the weight. */
  private static void sumBatch(WindowProduct product, WindowPairs pairs, PairSum sum) {
    for (long channel = 0; channel < product.positions().size(1); channel++) {
      long first = channel / product.positionChannels() * product.imageChannels();
      for (long i = 0; i < product.imageChannels(); i++) {
        sum.clear();
        for (long n = 0; n < product.batch(); n++) {
          sum.add(pairs, at(product.image(), n, first + i), at(product.positions(), n, channel));
        }
        sum.store(at(product.weight(), channel, i) + pairs.offset());
      }
    }
  }

  private static void begin(PairSum sum, Tensor bias, long channel) {
    sum.clear();
    if (bias != null) {
      sum.add(bias.address() + channel * bias.stride(0) * bias.dtype().sizeBytes());
    }
  }

  private static long at(Tensor tensor, long outer, long inner) {
    long elements = outer * tensor.stride(0) + inner * tensor.stride(1);
    return tensor.address() + elements * tensor.dtype().sizeBytes();
  }

  /** Sums all elements of each channel. An output without input channels has no channels. */
  private static void sumChannels(Tensor from, Tensor to) {
    DType type = to.dtype();
    PairSum sum = PairSum.of(type);
    for (long channel = 0; channel < to.size(0); channel++) {
      sum.clear();
      if (channel < from.size(1)) {
        HostData.forEachAddress(channel(from, channel), sum::add);
      }
      sum.store(to.address() + channel * to.stride(0) * type.sizeBytes());
    }
  }

  private static Tensor channel(Tensor from, long channel) {
    long[] sizes = from.sizes().clone();
    sizes[1] = 1;
    return from.alias(sizes, from.strides(), from.offset() + channel * from.stride(1));
  }
}
