package jackfield.aten.rule;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of distinct elements and slices; each is named for its operator and takes its
 * arguments. The body finds the sizes of all results: the distinct elements, the place of each
 * element among them, and the counts.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DistinctRules {
  private DistinctRules() {}

  /** Plans the distinct elements and the places; the body puts the elements in order. */
  public static OutputPlan unique(Tensor self, boolean sorted, boolean returnInverse) {
    requireOrder("_unique", self);
    return OutputPlan.of(
        "_unique",
        new Tensor[] {self},
        OutputSpec.sizedByBody(self.dtype()),
        OutputSpec.sizedByBody(DType.INT64));
  }

  /** Plans the distinct elements, the places and the counts. */
  public static OutputPlan unique2(
      Tensor self, boolean sorted, boolean returnInverse, boolean returnCounts) {
    return plan("_unique2", self);
  }

  /** Plans the distinct slices of a dimension, the places and the counts. */
  public static OutputPlan uniqueDim(
      Tensor self, long dim, boolean sorted, boolean returnInverse, boolean returnCounts) {
    return slices("unique_dim", self, dim);
  }

  /** Plans the elements, or slices of a dimension, that differ from the one before. */
  public static OutputPlan uniqueConsecutive(
      Tensor self, boolean returnInverse, boolean returnCounts, Long dim) {
    String operator = "unique_consecutive";
    return isFlat(self, dim) ? plan(operator, self) : slices(operator, self, dim);
  }

  /** Plans the slices of a dimension that differ from the one before. */
  public static OutputPlan uniqueDimConsecutive(
      Tensor self, long dim, boolean returnInverse, boolean returnCounts) {
    return slices("unique_dim_consecutive", self, dim);
  }

  /** Returns whether elements are compared, and not slices. */
  public static boolean isFlat(Tensor self, Long dim) {
    return dim == null || (dim == 0 && self.rank() == 1);
  }

  private static OutputPlan slices(String operator, Tensor self, long dim) {
    if (self.rank() == 0) {
      throw new ShapeMismatch(operator, "expected self to have dimensions", self.sizes());
    }
    int along = Dimensions.wrap(operator, dim, self.rank());
    long empty = Arrays.stream(self.sizes()).filter(size -> size == 0).count();
    if (empty > (self.size(along) == 0 ? 1 : 0)) {
      throw new ShapeMismatch(
          operator, "another dimension than %d is empty".formatted(along), self.sizes());
    }
    return plan(operator, self);
  }

  private static OutputPlan plan(String operator, Tensor self) {
    requireOrder(operator, self);
    return OutputPlan.of(
        operator,
        new Tensor[] {self},
        OutputSpec.sizedByBody(self.dtype()),
        OutputSpec.sizedByBody(DType.INT64),
        OutputSpec.sizedByBody(DType.INT64));
  }

  private static void requireOrder(String operator, Tensor self) {
    if (self.dtype().isComplex()) {
      throw new TypeMismatch(operator, self.dtype() + " has no order");
    }
  }
}
