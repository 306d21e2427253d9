package jackfield.aten.composite.statistics;

import jackfield.aten.Aten;
import jackfield.aten.Histogramdd;
import jackfield.aten.HistogramddIntBins;
import jackfield.aten.HistogramddTensorListBins;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Histograms of points in several dimensions. The last dimension of a tensor has the coordinates of
 * a point; a bin contains its lower edge, and the last one its upper edge, too.
 *
 * <p><em>Types</em>: all tensors of one real floating type, which is the result's; not float16 or
 * bfloat16 where neither edges nor a range are given.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class GridHistograms {
  private static final String OPERATOR = "histogramdd";
  private static final long[] ALL = {-1};
  private static final int MOST_COORDINATES = 64; // each is a dimension of the result

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public GridHistograms(Aten aten) {
    this.aten = aten;
  }

  /**
   * Counts in bins of equal width.
   *
   * @param bins a number for each dimension
   * @param range the ends of each dimension, one pair after the other; null for the extremes
   */
  public Histogramdd.Result equal(
      Tensor self, long[] bins, double[] range, Tensor weight, boolean density) {
    return new Histogramdd.Result(
        aten._histogramddFromBinCts(self, bins, range, weight, density),
        aten._histogramddBinEdges(self, bins, range, weight, density));
  }

  /** Counts in as many bins of equal width in each dimension. */
  public HistogramddIntBins.Result equalInAll(
      Tensor self, long bins, double[] range, Tensor weight, boolean density) {
    requirePoints(self);
    long dimensions = self.size(self.rank() - 1);
    long[] all = LongStream.range(0, dimensions).map(dim -> bins).toArray();
    Histogramdd.Result result = equal(self, all, range, weight, density);
    return new HistogramddIntBins.Result(result.hist(), result.binEdges());
  }

  /** Counts between given edges, which are returned themselves. */
  public HistogramddTensorListBins.Result between(
      Tensor self, Tensor[] bins, double[] range, Tensor weight, boolean density) {
    return new HistogramddTensorListBins.Result(
        aten._histogramddFromBinTensors(self, bins, weight, density), bins);
  }

  /** Returns edges at equal distances; weight and density do not matter. */
  public Tensor[] binEdges(
      Tensor self, long[] bins, double[] range, Tensor weight, boolean density) {
    return edges(self, bins, range);
  }

  /** Counts in bins of equal width, whose edges it does not return. */
  public Tensor fromBinCounts(
      Tensor self, long[] bins, double[] range, Tensor weight, boolean density) {
    return histogram(self, edges(self, bins, range), weight, density);
  }

  /** Counts between given edges. */
  public Tensor fromBinTensors(Tensor self, Tensor[] bins, Tensor weight, boolean density) {
    requirePoints(self);
    requireCount("bins", bins.length, self.size(self.rank() - 1));
    for (Tensor each : bins) {
      if (each.rank() != 1 || each.size(0) == 0) {
        throw new ShapeMismatch(OPERATOR, "expected vectors of edges", each.sizes());
      }
      requireType(self, each);
    }
    return histogram(self, bins, weight, density);
  }

  private static void requirePoints(Tensor self) {
    if (self.rank() < 2) {
      throw new ShapeMismatch(OPERATOR, "expected at least two dimensions", self.sizes());
    }
    if (self.size(self.rank() - 1) > MOST_COORDINATES) {
      throw new ShapeMismatch(
          OPERATOR, "expected at most %d coordinates".formatted(MOST_COORDINATES), self.sizes());
    }
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(OPERATOR, "expected a real floating type, found " + self.dtype());
    }
  }

  private static void requireCount(String name, long found, long expected) {
    if (found != expected) {
      throw new InvalidArgument(
          OPERATOR, name, "has %d entries, expected %d".formatted(found, expected));
    }
  }

  private static void requireType(Tensor self, Tensor other) {
    if (other.dtype() != self.dtype()) {
      throw new TypeMismatch(
          OPERATOR, "expected %s, found %s".formatted(self.dtype(), other.dtype()));
    }
  }

  /** Returns edges at equal distances, as a histogram of each coordinate has them. */
  private Tensor[] edges(Tensor self, long[] bins, double[] range) {
    requirePoints(self);
    int last = self.rank() - 1;
    requireCount("bins", bins.length, self.size(last));
    if (range != null) {
      requireCount("range", range.length, 2L * bins.length);
    } else if (self.elementCount() != 0) { // PyTorch finds no extremes of these types here
      TypeRules.refuse(OPERATOR, TypeRules.HALF, self.dtype());
    }
    Tensor[] edges = new Tensor[bins.length];
    for (int dim = 0; dim < bins.length; dim++) {
      double[] ends = range == null ? null : Arrays.copyOfRange(range, 2 * dim, 2 * dim + 2);
      edges[dim] = aten.histogram(aten.select(self, last, dim), bins[dim], ends).binEdges();
    }
    return edges;
  }

  private Tensor histogram(Tensor self, Tensor[] edges, Tensor weight, boolean density) {
    int last = self.rank() - 1;
    long[] sizes = Arrays.stream(edges).mapToLong(each -> each.size(0) - 1).toArray();
    Tensor weights = weights(self, weight);
    Tensor flat = null;
    for (int dim = 0; dim < edges.length; dim++) {
      Tensor values = aten.contiguous(aten.reshape(aten.select(self, last, dim), ALL));
      Tensor first = aten.select(edges[dim], 0, 0);
      Tensor end = aten.select(edges[dim], 0, -1);
      Tensor isInside = aten.logicalAnd(aten.ge(values, first), aten.le(values, end));
      Tensor after = aten.searchsorted(edges[dim], values, false, true);
      Tensor bin = aten.clamp(aten.sub(after, 1L), Scalar.ZERO, last(sizes[dim]));
      weights = aten.where(isInside, weights, 0L);
      flat = flat == null ? bin : aten.add(aten.mul(flat, sizes[dim]), bin);
    }
    Tensor sums = aten.newZeros(self, Shapes.elementCount(sizes));
    Tensor hist = aten.reshape(added(sums, flat, weights), sizes);
    return density ? density(hist, edges) : hist;
  }

  private static Scalar last(long bins) {
    return Scalar.of(Math.max(bins - 1, 0));
  }

  private Tensor added(Tensor sums, Tensor flat, Tensor weights) {
    return sums.elementCount() == 0 || flat == null ? sums : aten.indexAdd(sums, 0, flat, weights);
  }

  /** Returns a weight for each point, in a row. */
  private Tensor weights(Tensor self, Tensor weight) {
    long[] sizes = Arrays.copyOf(self.sizes(), self.rank() - 1);
    if (weight == null) {
      return aten.reshape(aten.newOnes(self, sizes), ALL);
    }
    if (!Arrays.equals(weight.sizes(), sizes)) {
      throw new ShapeMismatch(
          OPERATOR, "expected one weight for each point", weight.sizes(), self.sizes());
    }
    requireType(self, weight);
    return aten.reshape(weight, ALL);
  }

  /** Divides by the sum and by the width of the bins in each dimension. */
  private Tensor density(Tensor hist, Tensor[] edges) {
    Tensor result = aten.div(hist, aten.sum(hist));
    for (int dim = 0; dim < edges.length; dim++) {
      long[] shape = new long[edges.length];
      Arrays.fill(shape, 1);
      shape[dim] = -1;
      result = aten.div(result, aten.reshape(aten.diff(edges[dim]), shape));
    }
    return result;
  }
}
