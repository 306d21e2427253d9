package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ConvolutionPlan;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.kernel.WindowProduct;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.launch.Reduction;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Convolutions and their gradients; a thread computes an element. */
final class ConvolutionBodies {
  private final Launcher launcher;

  ConvolutionBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.CONVOLUTION, this::convolution)
        .structured(Aten.CONVOLUTION_BACKWARD, this::backward);
  }

  private void convolution(ConvolutionPlan plan) {
    run(plan.operator(), plan.product(0), plan.input(2));
  }

  private void backward(ConvolutionPlan plan) {
    for (int output = 0; output < 2; output++) {
      if (plan.output(output) != null) {
        run(plan.operator(), plan.product(output), null);
      }
    }
    if (plan.output(2) != null) {
      sumChannels(plan.operator(), plan.input(0), plan.output(2));
    }
  }

  private void run(String operator, WindowProduct product, Tensor bias) {
    Tensor result = product.tensor(product.result());
    int conjugated =
        (product.first() == product.conjugated() ? 1 : 0)
            | (product.second() == product.conjugated() ? 2 : 0);
    long biasStep = bias == null ? 0 : bias.stride(0) * bias.dtype().sizeBytes();
    if (result.elementCount() > 0) {
      ParameterBlock block =
          product
              .parameters()
              .with(product.result().ordinal(), conjugated)
              .with(bias == null ? 0 : bias.address(), biasStep);
      launcher.elementwise(operator, "convolve_" + result.dtype(), block, result.elementCount());
    }
  }

  /** Sums all elements of each channel. An output without input channels has no channels. */
  private void sumChannels(String operator, Tensor from, Tensor to) {
    DType type = to.dtype();
    if (from.size(1) != to.size(0)) {
      ParameterBlock block =
          Blocks.of(to)
              .dimension(to.size(0), new long[] {to.stride(0) * type.sizeBytes()})
              .build()
              .with(Launcher.words(DType.INT64, Scalar.ZERO));
      launcher.elementwise(operator, "fill_" + type, block, to.size(0));
      return;
    }
    ParameterBlock.Builder block =
        Blocks.of(to, from)
            .dimension(
                to.size(0),
                new long[] {
                  to.stride(0) * type.sizeBytes(), from.stride(1) * from.dtype().sizeBytes()
                });
    long elements = 1;
    for (int dim = 0; dim < from.rank(); dim++) {
      if (dim != 1) {
        block.dimension(
            from.size(dim), new long[] {0, from.stride(dim) * from.dtype().sizeBytes()});
        elements *= from.size(dim);
      }
    }
    Reduction.run(launcher, operator, "sum_" + type, block.build().with(1), to.size(0), elements);
  }
}
