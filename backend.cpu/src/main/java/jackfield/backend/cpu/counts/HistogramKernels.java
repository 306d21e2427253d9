package jackfield.backend.cpu.counts;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The kernels of {@code histc} and {@code histogram}. Counts are whole numbers until they are
 * stored. Weights are added in order, and each sum is rounded to the type of the elements. Elements
 * outside of all bins do not count, nor does NaN.
 *
 * <p><em>Shapes</em>: self of any sizes, weight of the same or null; outputs [bins] and, of {@code
 * histogram}, edges [bins + 1]. All have one floating type.
 */
public final class HistogramKernels {

  private HistogramKernels() {}

  /**
   * Counts elements in bins of equal width between two numbers; between the smallest and the
   * largest element if the numbers are equal.
   */
  public static void histc(OutputPlan plan, Scalar min, Scalar max) {
    Values values = Values.of(plan.rowMajor(0));
    double[] ends = {min.toDouble(), max.toDouble()};
    if (ends[0] == ends[1] && values.count() > 0) {
      ends = values.ends();
    }
    if (ends[0] == ends[1]) {
      ends = new double[] {ends[0] - 1, ends[1] + 1};
    }
    Edges.check(plan.operator(), ends, true);
    Tensor out = plan.output(0);
    int count = ArrayLength.of(plan.operator(), "bins", out.size(0));
    EqualBins bins = EqualBins.between(values.type(), ends[0], ends[1], count);
    long[] counts =
        BinCounts.of(values.count(), count, (from, to, part) -> bins.count(values, from, to, part));
    store(counts, out);
  }

  /** Counts elements, or adds up their weights, in bins of equal width, and writes the edges. */
  public static void histogram(OutputPlan plan, double[] range, boolean density) {
    Values values = Values.of(plan.rowMajor(0));
    double[] ends = {0, 0};
    if (range != null) {
      ends = range.clone();
    } else if (values.count() > 0) {
      ends = values.ends();
    }
    ends[0] = Elements.rounded(values.type(), ends[0]);
    ends[1] = Elements.rounded(values.type(), ends[1]);
    Edges.check(plan.operator(), ends, false);
    if (ends[0] == ends[1]) {
      ends = new double[] {ends[0] - 0.5, ends[1] + 0.5};
    }
    double[] edges = linspace(plan, values.type(), ends);
    store(edges, plan.output(1));
    run(plan, values, Edges.equal(edges), density);
  }

  /** Counts elements, or adds up their weights, in bins with given edges, and copies the edges. */
  public static void histogramEdges(OutputPlan plan, boolean density) {
    Values given = Values.of(plan.rowMajor(2));
    double[] edges = new double[ArrayLength.of(plan.operator(), "bins", given.count())];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = given.at(i);
    }
    store(edges, plan.output(1));
    run(plan, Values.of(plan.rowMajor(0)), Edges.of(edges), density);
  }

  /** Returns edges at equal distances, counted from the nearer end. */
  private static double[] linspace(OutputPlan plan, DType type, double[] ends) {
    double[] edges = new double[ArrayLength.of(plan.operator(), "bins", plan.output(1).size(0))];
    double first = Elements.rounded(type, ends[0]);
    double last = Elements.rounded(type, ends[1]);
    int end = edges.length - 1;
    double step = (last - first) / end;
    for (int i = 0; i <= end; i++) {
      double edge = i < edges.length / 2 ? first + step * i : last - step * (end - i);
      edges[i] = Elements.rounded(type, edge);
    }
    return edges;
  }

  private static void run(OutputPlan plan, Values values, Edges edges, boolean density) {
    Tensor weight = plan.rowMajor(1);
    Tensor out = plan.output(0);
    double[] sums;
    if (weight == null) {
      sums = rounded(values.type(), counts(values, edges));
    } else {
      sums = weigh(values, Values.of(weight), edges);
    }
    if (density) {
      divide(values.type(), sums, edges);
    }
    store(sums, out);
  }

  private static long[] counts(Values values, Edges edges) {
    return BinCounts.of(
        values.count(),
        edges.bins(),
        (from, to, counts) -> {
          for (long i = from; i < to; i++) {
            int bin = edges.bin(values.at(i));
            if (bin >= 0) {
              counts[bin]++;
            }
          }
        });
  }

  private static double[] weigh(Values values, Values weights, Edges edges) {
    DType type = values.type();
    double[] sums = new double[edges.bins()];
    for (long i = 0; i < values.count(); i++) {
      int bin = edges.bin(values.at(i));
      if (bin >= 0) {
        sums[bin] = Elements.rounded(type, sums[bin] + weights.at(i));
      }
    }
    return sums;
  }

  /** Divides by the sum and by the width of each bin. */
  private static void divide(DType type, double[] sums, Edges edges) {
    double total = 0;
    for (double sum : sums) {
      total += sum;
    }
    for (int bin = 0; bin < sums.length; bin++) {
      sums[bin] = Elements.rounded(type, sums[bin] / total / edges.width(bin));
    }
  }

  /**
   * Returns what as many ones add up to in a type: from some sum on, one more does not change it.
   */
  private static double[] rounded(DType type, long[] counts) {
    long most =
        switch (type) {
          case FLOAT16 -> 1L << 11;
          case BFLOAT16 -> 1L << 8;
          case FLOAT32 -> 1L << 24;
          default -> 1L << 53;
        };
    double[] sums = new double[counts.length];
    for (int bin = 0; bin < sums.length; bin++) {
      sums[bin] = Math.min(counts[bin], most);
    }
    return sums;
  }

  private static void store(long[] counts, Tensor out) {
    store(rounded(out.dtype(), counts), out);
  }

  private static void store(double[] numbers, Tensor out) {
    long step = out.stride(0) * out.dtype().sizeBytes();
    for (int i = 0; i < numbers.length; i++) {
      Elements.putDouble(out.dtype(), out.address() + i * step, numbers[i]);
    }
  }
}
