package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.window.ConvolutionPlan;
import jackfield.aten.window.WindowProduct;
import jackfield.aten.window.Windows;
import jackfield.aten.window.Windows.Side;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.launch.Reduction;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Convolutions and their gradients. */
final class ConvolutionBodies {
  private static final int THREADS = 256; // of a block, as in convolutions.cu
  private static final long LINES = 128; // of a tile
  private static final long MOST_INDEX = 1L << 29; // sums of three do not leave 32 bits
  private static final long LEAST_TERMS = 256; // of a slice

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
    if (result.elementCount() == 0) {
      return;
    }
    ParameterBlock block =
        product
            .parameters()
            .with(product.result().ordinal(), conjugated)
            .with(bias == null ? 0 : bias.address(), biasStep);
    DType type = result.dtype();
    if (type.isFloating() && type != DType.FLOAT64) {
      runTiles(operator, product, block, type);
    } else {
      launcher.elementwise(operator, "convolve_" + type, block, result.elementCount());
    }
  }

  /**
   * Launches the kernel that computes tiles of the result, seen as a matrix of channels by other
   * indexes. Where there are few tiles of long sums, several blocks of threads compute slices of
   * the sums, and a second kernel adds them.
   */
  private void runTiles(String operator, WindowProduct product, ParameterBlock block, DType type) {
    requireSmall(operator, product.windows());
    long rows =
        product.result() == Side.IMAGE ? product.imageChannels() : product.positionChannels();
    long elements = product.tensor(product.result()).elementCount();
    long lines = elements / (product.groups() * rows);
    long side = rows <= 32 ? 32 : rows <= 64 ? 64 : 128;
    long tiles = product.groups() * Math.ceilDiv(rows, side) * Math.ceilDiv(lines, LINES);
    long slices =
        Math.clamp(
            2L * launcher.processors() / tiles, 1, Math.max(1, terms(product) / LEAST_TERMS));
    String kernel = "convolve_tiles_" + side + "_" + type;
    if (slices == 1) {
      launcher.cooperative(operator, kernel, block.with(1, 0), tiles, THREADS);
      return;
    }
    Lease sums = launcher.context().memory().lease(slices * elements * Float.BYTES);
    try {
      ParameterBlock sliced = block.with(slices, sums.address());
      launcher.cooperative(operator, kernel, sliced, tiles * slices, THREADS);
      launcher.elementwise(operator, "convolve_join_" + type, sliced, elements);
    } finally {
      launcher.context().memory().release(sums); // later work of the stream may have it
    }
  }

  /** Returns the number of products in a sum. */
  private static long terms(WindowProduct product) {
    Windows windows = product.windows();
    return switch (product.result()) {
      case IMAGE -> product.positionChannels() * windows.count(Side.TAPS);
      case POSITIONS -> product.imageChannels() * windows.count(Side.TAPS);
      case TAPS -> product.batch() * windows.count(Side.POSITIONS);
    };
  }

  /** Refuses windows whose indexes the kernel, which has them in 32 bits, could not tell apart. */
  private static void requireSmall(String operator, Windows windows) {
    for (int dim = 0; dim < windows.rank(); dim++) {
      boolean isSmall =
          isSmall(windows.image()[dim], 1)
              && isSmall(windows.padding()[dim], 1)
              && isSmall(windows.stride()[dim], windows.positions()[dim])
              && isSmall(windows.dilation()[dim], windows.taps()[dim]);
      if (!isSmall) {
        throw new InvalidArgument(
            operator,
            "stride, padding or dilation",
            "must lead to indexes below %d on cuda, found stride %d, padding %d, dilation %d"
                .formatted(
                    MOST_INDEX,
                    windows.stride()[dim],
                    windows.padding()[dim],
                    windows.dilation()[dim]));
      }
    }
  }

  private static boolean isSmall(long distance, long count) {
    return distance <= MOST_INDEX / Math.max(1, count);
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
