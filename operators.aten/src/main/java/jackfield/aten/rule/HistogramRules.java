package jackfield.aten.rule;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of counts in bins; each is named for its operator and takes its arguments.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class HistogramRules {
  private HistogramRules() {}

  /**
   * Plans the counts of integers; the body must refuse negative ones. Weights are added in float32
   * if they have that type, else in float64.
   */
  public static OutputPlan bincount(Tensor self, Tensor weights, long minlength) {
    String operator = "bincount";
    if (minlength < 0) {
      throw new InvalidArgument(operator, "minlength", "is negative: " + minlength);
    }
    if (self.rank() != 1) {
      throw new ShapeMismatch(operator, "expected self to be a vector", self.sizes());
    }
    if (!self.dtype().isIntegral() || self.dtype() == DType.BOOL) {
      throw new TypeMismatch(operator, "expected integers, found " + self.dtype());
    }
    boolean isEmpty = self.size(0) == 0;
    if (!isEmpty && weights != null && (weights.rank() != 1 || weights.size(0) != self.size(0))) {
      throw new ShapeMismatch(
          operator, "expected one weight for each element", weights.sizes(), self.sizes());
    }
    DType type = DType.INT64;
    if (weights != null && !isEmpty) {
      type = weights.dtype() == DType.FLOAT32 ? DType.FLOAT32 : DType.FLOAT64;
    }
    return OutputPlan.of(operator, new Tensor[] {self, weights}, OutputSpec.sizedByBody(type));
  }

  /** Plans the counts in bins of equal width; the body checks the range. */
  public static OutputPlan histc(Tensor self, long bins, Scalar min, Scalar max) {
    String operator = "histc";
    requireFloating(operator, self);
    return OutputPlan.of(
        operator,
        new Tensor[] {self},
        new OutputSpec(self.dtype(), new long[] {positive(operator, bins)}));
  }

  /** Plans the weights in bins of equal width, and the edges of the bins. */
  public static OutputPlan histogram(
      Tensor self, long bins, double[] range, Tensor weight, boolean density) {
    String operator = "histogram";
    requireFloating(operator, self);
    if (range != null && range.length != 2) {
      throw new ShapeMismatch(
          operator, "expected a range of 2 numbers, found %d".formatted(range.length));
    }
    checkWeight(operator, self, weight);
    long[] edges = {Shapes.position(1, positive(operator, bins), 1)};
    return OutputPlan.of(
        operator,
        new Tensor[] {self, weight},
        new OutputSpec(self.dtype(), new long[] {bins}),
        new OutputSpec(self.dtype(), edges));
  }

  /** Plans the weights in bins with given edges, and a copy of the edges. */
  public static OutputPlan histogramEdges(
      Tensor self, Tensor bins, Tensor weight, boolean density) {
    String operator = "histogram";
    requireFloating(operator, self);
    if (bins.rank() != 1 || bins.size(0) == 0) {
      throw new ShapeMismatch(operator, "expected bins to be a vector of edges", bins.sizes());
    }
    requireType(operator, "bins", bins, self);
    checkWeight(operator, self, weight);
    return OutputPlan.of(
        operator,
        new Tensor[] {self, weight, bins},
        new OutputSpec(self.dtype(), new long[] {bins.size(0) - 1}),
        new OutputSpec(self.dtype(), bins.sizes()));
  }

  private static void checkWeight(String operator, Tensor self, Tensor weight) {
    if (weight == null) {
      return;
    }
    if (weight.elementCount() != self.elementCount()) {
      throw new ShapeMismatch(
          operator, "expected one weight for each element", weight.sizes(), self.sizes());
    }
    requireType(operator, "weight", weight, self);
  }

  private static void requireFloating(String operator, Tensor self) {
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + self.dtype());
    }
  }

  private static void requireType(String operator, String name, Tensor given, Tensor self) {
    if (given.dtype() != self.dtype()) {
      throw new TypeMismatch(
          operator, "expected %s to be %s, found %s".formatted(name, self.dtype(), given.dtype()));
    }
  }

  private static long positive(String operator, long bins) {
    if (bins <= 0) {
      throw new InvalidArgument(operator, "bins", "is %d, expected at least 1".formatted(bins));
    }
    return bins;
  }
}
