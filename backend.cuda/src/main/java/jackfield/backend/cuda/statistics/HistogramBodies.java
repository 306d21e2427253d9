package jackfield.backend.cuda.statistics;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.scatter.Reduction;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.KernelAnswer;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.launch.MoveList;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Counts elements, or adds up their weights, in bins. Elements are sorted by their bins, so that
 * sums repeat bit for bit. The call waits for the range of the elements where it is not given.
 */
public final class HistogramBodies {
  private static final double HALF = 0.5;

  private final Launcher launcher;

  /** How the bin of an element is found; the kernel knows the order. */
  private enum Kind {
    INTEGERS,
    EQUAL,
    EDGES
  }

  /** Creates the bodies. */
  public HistogramBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.BINCOUNT, this::bincount)
        .structured(Aten.HISTC, this::histc)
        .structured(Aten.HISTOGRAM_BIN_CT, this::histogram)
        .structured(Aten.HISTOGRAM_BINS_TENSOR, this::histogramEdges);
  }

  private void bincount(OutputPlan plan, long minlength) {
    Tensor self = plan.input(0);
    long bins = minlength;
    if (self.elementCount() > 0) {
      long[] range = range("integer_range", plan.operator(), self);
      requireBins(range[0]);
      requireBins(range[1]);
      bins = Math.max(minlength, range[1] + 1);
    }
    Tensor out = plan.create(0, bins);
    Tensor weights = self.elementCount() > 0 ? plan.input(1) : null;
    count(plan, Kind.INTEGERS, new double[2], weights, out, null);
  }

  private static void requireBins(long value) {
    if (value < 0 || value == Long.MAX_VALUE) {
      throw new InvalidArgument(
          "bincount", "self", "has the element %d, which has no bin".formatted(value));
    }
  }

  private void histc(OutputPlan plan, Scalar min, Scalar max) {
    Tensor self = plan.input(0);
    double[] ends = {min.toDouble(), max.toDouble()};
    if (ends[0] == ends[1] && self.elementCount() > 0) {
      ends = extremes(plan.operator(), self);
    }
    if (ends[0] == ends[1]) {
      ends = new double[] {ends[0] - 1, ends[1] + 1};
    }
    requireRange(plan.operator(), ends, true);
    round(self.dtype(), ends);
    count(plan, Kind.EQUAL, ends, null, plan.output(0), null);
  }

  private void histogram(OutputPlan plan, double[] range, boolean density) {
    Tensor self = plan.input(0);
    double[] ends = {0, 0};
    if (range != null) {
      ends = range.clone();
    } else if (self.elementCount() > 0) {
      ends = extremes(plan.operator(), self);
    }
    round(self.dtype(), ends);
    requireRange(plan.operator(), ends, false);
    if (ends[0] == ends[1]) {
      ends = new double[] {ends[0] - HALF, ends[1] + HALF};
      round(self.dtype(), ends);
    }
    Tensor edges = plan.output(1);
    long[] numbers = {
      Double.doubleToRawLongBits(ends[0]),
      Double.doubleToRawLongBits(ends[1]),
      Double.doubleToRawLongBits((ends[1] - ends[0]) / (edges.size(0) - 1))
    };
    launcher.elementwise(
        plan.operator(), "bin_edges", Blocks.tensors(numbers, edges), edges.size(0));
    countBetween(plan, edges, density);
  }

  private void histogramEdges(OutputPlan plan, boolean density) {
    Tensor edges = plan.output(1);
    String kernel = "copy_" + edges.dtype().sizeBytes();
    launcher.elementwise(
        plan.operator(), kernel, Blocks.pair(edges, plan.input(2)), edges.elementCount());
    countBetween(plan, edges, density);
  }

  private void countBetween(OutputPlan plan, Tensor edges, boolean density) {
    Tensor bins = plan.output(0);
    count(plan, Kind.EDGES, new double[2], plan.input(1), bins, edges);
    if (density) {
      launcher.cooperative(
          plan.operator(),
          "bin_density",
          Blocks.tensors(new long[0], bins, edges),
          1,
          Math.max(1, bins.size(0)));
    }
  }

  private void count(
      OutputPlan plan, Kind kind, double[] ends, Tensor weights, Tensor out, Tensor edges) {
    Tensor self = plan.input(0);
    long count = self.elementCount();
    DType type = out.dtype();
    ParameterBlock zeros =
        Blocks.strided(out.sizes(), out).with(Launcher.words(DType.INT64, Scalar.ZERO));
    launcher.elementwise(plan.operator(), "fill_" + type, zeros, out.elementCount());
    if (count == 0 || out.elementCount() == 0) {
      return;
    }
    Lease scratch =
        launcher.context().memory().lease(weights == null ? Long.BYTES : count * Long.BYTES);
    try (MoveList moves = new MoveList(launcher, plan.operator(), count)) {
      long[] numbers = {
        count,
        kind.ordinal(),
        Double.doubleToRawLongBits(ends[0]),
        Double.doubleToRawLongBits(ends[1]),
        scratch.address()
      };
      moves.fill("list_bins", Blocks.tensors(numbers, self, weights, out, edges));
      moves.combine(type, Reduction.SUM, true, weights != null, Scalar.ONE);
    } finally {
      launcher.context().memory().release(scratch);
    }
  }

  private double[] extremes(String operator, Tensor self) {
    long[] range = range("float_range", operator, self);
    return new double[] {Double.longBitsToDouble(range[0]), Double.longBitsToDouble(range[1])};
  }

  private long[] range(String kernel, String operator, Tensor self) {
    try (KernelAnswer answer = new KernelAnswer(launcher)) {
      long[] numbers = {answer.address(), self.elementCount()};
      launcher.cooperative(operator, kernel, Blocks.tensors(numbers, self), 1, self.elementCount());
      return answer.readBlocking();
    }
  }

  /** Refuses ends that are not finite, or not in order. */
  private static void requireRange(String operator, double[] ends, boolean mustDiffer) {
    boolean isFinite = Double.isFinite(ends[0]) && Double.isFinite(ends[1]);
    if (!isFinite || ends[0] > ends[1] || (mustDiffer && ends[0] == ends[1])) {
      throw new InvalidArgument(
          operator, "range", "is %s to %s, which has no bins".formatted(ends[0], ends[1]));
    }
  }

  /** Rounds numbers to those that a type has. */
  private static void round(DType type, double[] numbers) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cell = arena.allocate(Long.BYTES, Long.BYTES);
      for (int i = 0; i < numbers.length; i++) {
        Elements.putDouble(type, cell.address(), numbers[i]);
        numbers[i] = Elements.doubleAt(type, cell.address());
      }
    }
  }
}
