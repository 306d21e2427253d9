package jackfield.backend.cpu;

import jackfield.aten.kernel.ConvolutionPlan;
import jackfield.aten.kernel.WindowProduct;
import jackfield.aten.kernel.Windows.Side;
import jackfield.backend.cpu.loops.matrix.MatrixLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * Convolutions and their gradients: float32 and float64 by {@link ConvolutionLoop}, other types by
 * {@link ScalarConvolution}.
 */
final class ConvolutionKernels {
  private final ByType<MatrixLoop> products;
  private final ConvolutionLoop.Scratches scratches;

  ConvolutionKernels(SharedLoops loops, Workspaces workspaces) {
    this.products = new ByType<>(type -> new MatrixLoop(type, loops.scale(), loops.add()));
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
    DType type = product.image().dtype();
    boolean isVectorised = type == DType.FLOAT32 || type == DType.FLOAT64;
    boolean hasTerms =
        product.image().elementCount() > 0
            && product.positions().elementCount() > 0
            && product.weight().elementCount() > 0;
    if (!isVectorised || !hasTerms || !ConvolutionLoop.isFlat(product.positions())) {
      new ScalarConvolution(product, bias).run();
      return;
    }
    Tensor weight = product.weight();
    if (weight.isContiguous()) {
      run(product, weight.address(), bias);
      return;
    }
    scratches
        .weights()
        .use(weight.elementCount() * type.sizeBytes(), memory -> staged(product, memory, bias));
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
    MatrixLoop loop = products.of(product.image().dtype());
    ConvolutionLoop convolution = new ConvolutionLoop(product, weight, loop, scratches);
    switch (product.result()) {
      case POSITIONS -> convolution.windows(bias);
      case IMAGE -> convolution.image(bias);
      case TAPS -> convolution.weight();
    }
  }

  /** Sums all elements of each channel. An output without input channels has no channels. */
  private static void sumChannels(Tensor from, Tensor to) {
    Parallel.range(
        to.size(0),
        1,
        (first, end) -> {
          for (long channel = first; channel < end; channel++) {
            sumChannel(from, to, channel);
          }
        });
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
