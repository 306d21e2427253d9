package jackfield.backend.cuda.statistics;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;

/** Reductions of segments; a thread reduces a segment of one column. */
public final class SegmentBodies {
  private static final List<String> REDUCTIONS = // as in segments.cu
      List.of("sum", "mean", "max", "min", "prod");

  private final Launcher launcher;

  /** Creates the bodies. */
  public SegmentBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SEGMENT_REDUCE, this::reduce)
        .structured(Aten._SEGMENT_REDUCE_BACKWARD, this::backward);
  }

  private void reduce(OutputPlan plan, String reduce, long axis, boolean unsafe, Scalar initial) {
    Tensor data = plan.rowMajor(0);
    int dim = Dimensions.wrap(plan.operator(), axis, data.rank());
    SegmentBounds bounds = SegmentBounds.ofBlocking(launcher, plan, data.size(dim), 1);
    if (!unsafe && plan.input(2) == null) {
      bounds.requireAll();
    }
    double start = initial == null ? start(reduce) : initial.toDouble();
    long[] numbers = {
      REDUCTIONS.indexOf(reduce), Double.doubleToRawLongBits(start), initial == null ? 0 : 1
    };
    run(plan, "segment_reduce", data, dim, bounds, numbers, data, plan.output(0));
  }

  private static double start(String reduce) {
    return switch (reduce) {
      case "max" -> Double.NEGATIVE_INFINITY;
      case "min" -> Double.POSITIVE_INFINITY;
      case "prod" -> 1;
      default -> 0;
    };
  }

  private void backward(OutputPlan plan, String reduce, long axis, Scalar initial) {
    Tensor data = plan.rowMajor(2);
    int dim = Dimensions.wrap(plan.operator(), axis, data.rank());
    SegmentBounds bounds = SegmentBounds.ofBlocking(launcher, plan, data.size(dim), 3);
    Tensor output = plan.output(0);
    launcher.stream().zero(output.address(), output.elementCount() * output.dtype().sizeBytes());
    double one = initial == null ? 1 : initial.toDouble();
    long[] numbers = {REDUCTIONS.indexOf(reduce), Double.doubleToRawLongBits(one)};
    run(
        plan,
        "segment_reduce_backward",
        data,
        dim,
        bounds,
        numbers,
        plan.rowMajor(0),
        plan.rowMajor(1),
        data,
        output);
  }

  private void run(
      OutputPlan plan,
      String kernel,
      Tensor data,
      int dim,
      SegmentBounds bounds,
      long[] numbers,
      Tensor... tensors) {
    long columns = 1;
    for (int next = dim + 1; next < data.rank(); next++) {
      columns *= data.size(next);
    }
    long results = (long) bounds.rows() * bounds.segments() * columns;
    Lease places = launcher.upload(bounds.places());
    try {
      long[] all = new long[5 + numbers.length];
      all[0] = results;
      all[1] = bounds.segments();
      all[2] = columns;
      all[3] = data.size(dim);
      all[4] = places.address();
      System.arraycopy(numbers, 0, all, 5, numbers.length);
      launcher.elementwise(plan.operator(), kernel, Blocks.tensors(all, tensors), results);
    } finally {
      launcher.context().memory().release(places); // later work of the stream may have it
    }
  }
}
