package jackfield.backend.cpu.reference.statistics;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.reference.element.ElementCursor;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Counts elements, or adds up their weights, in bins. */
public final class HistogramKernels {
  private HistogramKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.BINCOUNT, HistogramKernels::bincount)
        .structured(Aten.HISTC, HistogramKernels::histc)
        .structured(Aten.HISTOGRAM_BIN_CT, HistogramKernels::histogram)
        .structured(Aten.HISTOGRAM_BINS_TENSOR, HistogramKernels::histogramEdges);
  }

  private static void bincount(OutputPlan plan, long minlength) {
    Tensor self = plan.input(0);
    long[] largest = {-1};
    HostData.forEachAddress(self, at -> largest[0] = Math.max(largest[0], integer(self, at)));
    Tensor out = plan.create(0, Math.max(minlength, Math.addExact(largest[0], 1)));
    HostData.forEachAddress(out, at -> Elements.putLong(out.dtype(), at, 0));
    Tensor weights = plan.input(1);
    boolean isWeighted = weights != null && self.elementCount() > 0;
    ElementCursor values = new ElementCursor(self);
    ElementCursor each = isWeighted ? new ElementCursor(weights) : null;
    while (values.hasNext()) {
      long bin = integer(self, values.next());
      if (bin >= out.size(0)) {
        throw negativeOrLarge(bin); // another thread has changed it
      }
      long at = out.address() + bin * out.stride(0) * out.dtype().sizeBytes();
      if (isWeighted) {
        double weight = Elements.doubleAt(weights.dtype(), each.next());
        Elements.putDouble(out.dtype(), at, Elements.doubleAt(out.dtype(), at) + weight);
      } else {
        Elements.putLong(DType.INT64, at, Elements.longAt(DType.INT64, at) + 1);
      }
    }
  }

  private static long integer(Tensor self, long address) {
    long value = Elements.longAt(self.dtype(), address);
    if (value < 0 || value == Long.MAX_VALUE) {
      throw negativeOrLarge(value);
    }
    return value;
  }

  private static InvalidArgument negativeOrLarge(long value) {
    return new InvalidArgument(
        "bincount", "self", "has the element %d, which has no bin".formatted(value));
  }

  private static void histc(OutputPlan plan, Scalar min, Scalar max) {
    Tensor self = plan.input(0);
    DType type = self.dtype();
    Tensor out = plan.output(0);
    double[] ends = {min.toDouble(), max.toDouble()};
    if (ends[0] == ends[1] && self.elementCount() > 0) {
      ends = extremes(self);
    }
    if (ends[0] == ends[1]) {
      ends = new double[] {ends[0] - 1, ends[1] + 1};
    }
    BinEdges.check(plan.operator(), ends, true);
    Numbers sums = Numbers.of(out);
    sums.clear();
    EqualBins bins = new EqualBins(type, ends[0], ends[1], sums.length());
    HostData.forEachAddress(
        self,
        at -> {
          long bin = bins.of(Elements.doubleAt(type, at));
          if (bin >= 0) {
            sums.add(bin, 1);
          }
        });
  }

  private static void histogram(OutputPlan plan, double[] range, boolean density) {
    Tensor self = plan.input(0);
    double[] ends = {0, 0};
    if (range != null) {
      ends = range.clone();
    } else if (self.elementCount() > 0) {
      ends = extremes(self);
    }
    DType type = self.dtype();
    ends[0] = Elements.rounded(type, ends[0]);
    ends[1] = Elements.rounded(type, ends[1]);
    BinEdges.check(plan.operator(), ends, false);
    if (ends[0] == ends[1]) {
      ends = new double[] {ends[0] - 0.5, ends[1] + 0.5};
    }
    Numbers edges = Numbers.of(plan.output(1));
    BinEdges.space(edges, ends[0], ends[1]);
    run(plan, new BinEdges(edges), density);
  }

  private static void histogramEdges(OutputPlan plan, boolean density) {
    Numbers given = Numbers.of(plan.input(2));
    Numbers edges = Numbers.of(plan.output(1));
    for (long i = 0; i < edges.length(); i++) {
      edges.put(i, given.at(i));
    }
    run(plan, new BinEdges(edges), density);
  }

  private static void run(OutputPlan plan, BinEdges edges, boolean density) {
    Tensor self = plan.input(0);
    Tensor weight = plan.input(1);
    Numbers sums = Numbers.of(plan.output(0));
    sums.clear();
    ElementCursor weights = weight == null ? null : new ElementCursor(weight);
    for (ElementCursor elements = new ElementCursor(self); elements.hasNext(); ) {
      long bin = edges.bin(Elements.doubleAt(self.dtype(), elements.next()));
      double one = weight == null ? 1 : Elements.doubleAt(weight.dtype(), weights.next());
      if (bin >= 0) {
        sums.add(bin, one);
      }
    }
    if (density) {
      divide(sums, edges.values());
    }
  }

  /** Divides by the sum and by the width of each bin. */
  private static void divide(Numbers sums, Numbers edges) {
    double total = 0;
    for (long bin = 0; bin < sums.length(); bin++) {
      total += sums.at(bin);
    }
    for (long bin = 0; bin < sums.length(); bin++) {
      sums.put(bin, sums.at(bin) / total / (edges.at(bin + 1) - edges.at(bin)));
    }
  }

  private static double[] extremes(Tensor self) {
    double[] ends = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    HostData.forEachAddress(
        self,
        at -> {
          double value = Elements.doubleAt(self.dtype(), at);
          ends[0] = Math.min(ends[0], value); // NaN if there is one
          ends[1] = Math.max(ends[1], value);
        });
    return ends;
  }
}
