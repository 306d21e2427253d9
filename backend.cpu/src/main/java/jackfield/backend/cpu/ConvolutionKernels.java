package jackfield.backend.cpu;

import jackfield.aten.window.ConvolutionPlan;
import jackfield.aten.window.WindowProduct;
import jackfield.aten.window.Windows.Side;
import jackfield.backend.cpu.convolution.DirectConvolution;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.matrix.MatrixLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.LongStream;

/**
 * Convolutions and their gradients: float32 and float64 of planes by {@link DirectConvolution},
 * other ones of these types by {@link ConvolutionLoop}, the rest by {@link ScalarConvolution}.
 *
 * <p>The fast ones multiply the weight, or for its gradient the windows, by the zeros of padding.
 * The product of zero and an infinity is NaN, and a window must not contain it. So the scalar loop
 * computes what has a weight, or a gradient of it, that is not finite.
 */
final class ConvolutionKernels {
  private final ByType<MatrixLoop> products;
  private final ByType<FoldLoop> sums;
  private final DirectConvolution direct = new DirectConvolution();
  private final ConvolutionLoop.Scratches scratches;

  ConvolutionKernels(SharedLoops loops, Workspaces workspaces) {
    this.products = new ByType<>(type -> new MatrixLoop(type, loops.scale(), loops.add()));
    this.sums = loops.sum();
    this.scratches =
        new ConvolutionLoop.Scratches(
            new Workspaces(), workspaces, new Workspaces(), new Workspaces());
  }

  void convolution(ConvolutionPlan plan) {
    run(plan.product(0), plan.input(2));
  }

  void convolutionBackward(ConvolutionPlan plan) {
    for (int output = 0; output < 2; output++) {
      if (plan.output(output) != null) {
        run(plan.product(output), null);
      }
    }
    if (plan.output(2) != null) {
      sumChannels(plan.input(0), plan.output(2));
    }
  }

  private void run(WindowProduct product, Tensor bias) {
    boolean isTotal = product.result() == Side.TAPS;
    if (!isFast(product) || (!isTotal && !isSafe(product))) {
      new ScalarConvolution(product, bias).run();
      return;
    }
    Tensor weight = product.weight();
    if (weight.isContiguous()) {
      run(product, weight.address(), bias);
    } else {
      long bytes = weight.elementCount() * weight.dtype().sizeBytes();
      scratches.weights().use(bytes, memory -> staged(product, memory, bias));
    }
    if (isTotal && !isSafe(product)) {
      new ScalarConvolution(product, bias).run();
    }
  }

  private static boolean isFast(WindowProduct product) {
    DType type = product.image().dtype();
    boolean isVectorised = type == DType.FLOAT32 || type == DType.FLOAT64;
    boolean hasTerms =
        product.image().elementCount() > 0
            && product.positions().elementCount() > 0
            && product.weight().elementCount() > 0;
    boolean isRegular =
        DirectConvolution.fits(product) || ConvolutionLoop.isFlat(product.positions());
    return isVectorised && hasTerms && isRegular;
  }

  /** Returns whether no zeros of padding are multiplied, or the weight is finite. */
  private boolean isSafe(WindowProduct product) {
    boolean hasPadding = LongStream.of(product.windows().padding()).anyMatch(size -> size > 0);
    if (product.result() != Side.IMAGE && !hasPadding) {
      return true;
    }
    Tensor weight = product.weight();
    if (weight.isContiguous()) {
      double sum = sums.of(weight.dtype()).run(0, weight.address(), 0, weight.elementCount(), 0);
      return Double.isFinite(sum);
    }
    double[] sum = {0};
    HostData.forEachAddress(
        weight, address -> sum[0] += Elements.doubleAt(weight.dtype(), address));
    return Double.isFinite(sum[0]);
  }

  /** Runs with a weight in scratch memory, which is read or written in row-major order. */
  private void staged(WindowProduct product, long memory, Tensor bias) {
    boolean isResult = product.result() == Side.TAPS;
    DType type = product.weight().dtype();
    int element = type.sizeBytes();
    if (isResult) {
      run(product, memory, bias);
    }
    long[] next = {memory};
    HostData.forEachAddress(
        product.weight(),
        address -> {
          long from = isResult ? next[0] : address;
          long to = isResult ? address : next[0];
          Elements.putDouble(type, to, Elements.doubleAt(type, from));
          next[0] += element;
        });
    if (!isResult) {
      run(product, memory, bias);
    }
  }

  private void run(WindowProduct product, long weight, Tensor bias) {
    if (DirectConvolution.fits(product)) {
      direct.run(product, weight, bias);
      return;
    }
    MatrixLoop loop = products.of(product.image().dtype());
    ConvolutionLoop convolution = new ConvolutionLoop(product, weight, loop, scratches);
    switch (product.result()) {
      case POSITIONS -> convolution.windows(bias);
      case IMAGE -> convolution.image(bias);
      case TAPS -> convolution.weight();
    }
  }

  /** Sums all elements of each channel. An output without input channels has no channels. */
  private void sumChannels(Tensor from, Tensor to) {
    boolean isVectorised = from.dtype() == DType.FLOAT32 || from.dtype() == DType.FLOAT64;
    boolean hasPlanes = isVectorised && from.elementCount() > 0 && from.isContiguous();
    Parallel.range(
        to.size(0),
        1,
        (first, end) -> {
          for (long channel = first; channel < end; channel++) {
            if (hasPlanes) {
              sumPlanes(from, to, channel);
            } else {
              sumChannel(from, to, channel);
            }
          }
        });
  }

  /** Sums the planes of a channel, each of which has no gaps. */
  private void sumPlanes(Tensor from, Tensor to, long channel) {
    DType type = to.dtype();
    FoldLoop fold = sums.of(type);
    int element = type.sizeBytes();
    long channels = from.size(1);
    long count = from.elementCount() / from.size(0) / channels; // strides of size 1 say nothing
    double sum = 0;
    for (long image = 0; channel < channels && image < from.size(0); image++) {
      long plane = from.address() + (image * channels + channel) * count * element;
      sum += fold.run(0, plane, 0, count, 0);
    }
    Elements.putDouble(type, to.address() + channel * to.stride(0) * element, sum);
  }

  private static void sumChannel(Tensor from, Tensor to, long channel) {
    DType type = to.dtype();
    double[] sum = new double[2];
    if (channel < from.size(1)) {
      long[] sizes = from.sizes().clone();
      sizes[1] = 1;
      HostData.forEachAddress(
          from.alias(sizes, from.strides(), from.offset() + channel * from.stride(1)),
          address -> {
            sum[0] += Elements.doubleAt(type, address);
            sum[1] += Elements.imaginaryAt(type, address);
          });
    }
    long address = to.address() + channel * to.stride(0) * type.sizeBytes();
    Elements.putComplex(type, address, sum[0], sum[1]);
  }
}
