package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.LongConsumer;

/**
 * Finds the positions of elements that are not 0, in row-major order. Each thread counts a span of
 * elements; the sums of the counts say where it writes. The number of positions is waited for.
 */
final class NonzeroBodies {
  private static final long SPAN = 64; // as in indexing.cu
  private static final int MOST_THREADS = 256;

  private final Launcher launcher;

  NonzeroBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.NONZERO, this::nonzero)
        .structured(Aten.NONZERO_STATIC, this::nonzeroStatic);
  }

  private void nonzero(OutputPlan plan) {
    Tensor self = plan.input(0);
    long[] sizes = {count("nonzero", self), self.rank()};
    write("nonzero", self, plan.create(0, sizes, new long[] {1, sizes[0]}));
  }

  private void nonzeroStatic(OutputPlan plan, long fillValue) {
    Tensor out = plan.output(0);
    ParameterBlock.Builder block = Blocks.of(out);
    for (int dim = 0; dim < out.rank(); dim++) {
      block.dimension(out.size(dim), new long[] {out.stride(dim) * Long.BYTES});
    }
    launcher.elementwise(
        "nonzero_static",
        "fill_int64",
        block.build().with(Launcher.words(DType.INT64, Scalar.of(fillValue))),
        out.elementCount());
    write("nonzero_static", plan.input(0), out);
  }

  /** Waits for the number of elements that are not 0. */
  long count(String operator, Tensor tensor) {
    if (tensor.elementCount() == 0) {
      return 0;
    }
    long spans = spans(tensor);
    Lease sums = sums(operator, tensor);
    try {
      return IndexCheck.read(launcher, sums.address() + spans * Long.BYTES, 1)[0];
    } finally {
      launcher.context().memory().release(sums);
    }
  }

  /**
   * Writes positions of sizes {@code [rows, rank]}; those for which there is no row are left out.
   */
  void write(String operator, Tensor tensor, Tensor positions) {
    if (positions.elementCount() > 0) {
      long rowStep = positions.stride(0) * Long.BYTES;
      long step = positions.stride(1) * Long.BYTES;
      write(operator, tensor, positions.address(), positions.size(0), rowStep, step, 0);
    }
  }

  /**
   * Writes places in row-major order.
   *
   * @param count the number that {@link #count} returned
   * @param use receives the address of the places, as int64
   */
  void places(String operator, Tensor tensor, long count, LongConsumer use) {
    if (count == 0) {
      return;
    }
    Lease places = launcher.context().memory().lease(Math.multiplyExact(count, Long.BYTES));
    try {
      launcher.stream().zero(places.address(), count * Long.BYTES);
      write(operator, tensor, places.address(), count, Long.BYTES, 0, 1);
      use.accept(places.address());
    } finally {
      launcher.context().memory().release(places);
    }
  }

  private void write(
      String operator,
      Tensor tensor,
      long address,
      long rows,
      long rowStep,
      long step,
      long isFlat) {
    if (tensor.elementCount() == 0) {
      return;
    }
    Lease sums = sums(operator, tensor);
    try {
      ParameterBlock block =
          block(tensor).with(sums.address(), address, rows, rowStep, step, isFlat);
      launcher.elementwise(operator, "nonzero_write", block, spans(tensor));
    } finally {
      launcher.context().memory().release(sums);
    }
  }

  /** Returns the number of elements before each span, then that of all. */
  private Lease sums(String operator, Tensor tensor) {
    long spans = spans(tensor);
    Lease sums = launcher.context().memory().lease((spans + 1) * Long.BYTES);
    launcher.elementwise(operator, "nonzero_count", block(tensor).with(sums.address()), spans);
    ParameterBlock counts = Blocks.of().build().with(spans, sums.address());
    launcher.launch(operator, "nonzero_sums", counts, 1, MOST_THREADS);
    return sums;
  }

  private static long spans(Tensor tensor) {
    return (tensor.elementCount() + SPAN - 1) / SPAN;
  }

  private static ParameterBlock block(Tensor tensor) {
    ParameterBlock.Builder block = Blocks.of(tensor);
    for (int dim = 0; dim < tensor.rank(); dim++) {
      block.dimension(
          tensor.size(dim), new long[] {tensor.stride(dim) * tensor.dtype().sizeBytes()});
    }
    return block.build();
  }
}
