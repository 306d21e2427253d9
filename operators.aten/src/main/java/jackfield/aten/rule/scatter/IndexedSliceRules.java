package jackfield.aten.rule.scatter;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.Strides;
import jackfield.aten.rule.FillRules;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.scatter.ScatterPlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of operators that write the slices across one dimension whose indexes a vector lists;
 * each is named for its operator and takes its arguments.
 *
 * <p><em>Shapes</em>: {@code self [a, n, b], dim 1, index [k], source [a, k, b] → [a, n, b]}; an
 * index without dimensions counts as {@code [1]}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class IndexedSliceRules {
  private IndexedSliceRules() {}

  /** Plans slices that are added, multiplied by {@code alpha}. */
  public static ScatterPlan indexAdd(
      Tensor self, long dim, Tensor index, Tensor source, Scalar alpha) {
    Positions.requireInteger("index_add", index);
    FillRules.checkHolds("index_add", "alpha", self.dtype(), alpha);
    ScatterPlan plan = plan("index_add", self, dim, index, source, null);
    return plan.with(Reduction.SUM, true).with(alpha);
  }

  /** Plans slices that replace others. */
  public static ScatterPlan indexCopy(Tensor self, long dim, Tensor index, Tensor source) {
    Positions.requireLong("index_copy", index);
    return plan("index_copy", self, dim, index, source, null);
  }

  /** Plans slices that are combined with others. */
  public static ScatterPlan indexReduce(
      Tensor self, long dim, Tensor index, Tensor source, String reduce, boolean includeSelf) {
    Positions.requireInteger("index_reduce", index);
    Reduction reduction =
        switch (reduce) {
          case "prod" -> Reduction.PRODUCT;
          case "mean" -> Reduction.MEAN;
          case "amax" -> Reduction.LARGEST;
          case "amin" -> Reduction.SMALLEST;
          default ->
              throw new InvalidArgument(
                  "index_reduce",
                  "reduce",
                  "is '%s', expected prod, mean, amax or amin".formatted(reduce));
        };
    requireOrder("index_reduce", self, reduction);
    boolean isPlain = !self.dtype().isComplex() && self.dtype() != DType.BOOL;
    if (!isPlain && !(includeSelf && self.rank() > 1)) {
      throw new TypeMismatch(
          "index_reduce",
          "complex numbers and bool are combined with self, in two dimensions or more");
    }
    return plan("index_reduce", self, dim, index, source, null).with(reduction, includeSelf);
  }

  /** Plans slices that are filled with a number; negative indexes count from the end. */
  public static ScatterPlan indexFill(Tensor self, long dim, Tensor index, Scalar value) {
    Positions.requireLong("index_fill", index);
    if (self.dtype().isComplex() != value.type().isComplex() && value.type().isComplex()) {
      throw new TypeMismatch("index_fill", "a complex number does not fit " + self.dtype());
    }
    FillRules.checkHolds("index_fill", self.dtype(), value);
    return plan("index_fill", self, dim, index, null, Strides.dense(self)).with(value);
  }

  private static ScatterPlan plan(
      String operator, Tensor self, long dim, Tensor index, Tensor source, long[] strides) {
    int along = Dimensions.wrap(operator, dim, self.rank());
    if (index.rank() > 1) {
      throw new ShapeMismatch(operator, "expected index to be a vector", index.sizes());
    }
    long[] sizes = self.rank() == 0 ? new long[] {1} : self.sizes().clone();
    sizes[along] = index.elementCount();
    if (source != null) {
      Positions.requireType(operator, source, self);
      checkSource(operator, self, sizes, along, source);
    }
    Tensor positions = Positions.expanded(index, along, sizes);
    OutputSpec spec = new OutputSpec(self.dtype(), self.sizes()).withStrides(strides);
    return ScatterPlan.of(operator, along, self, positions, source, spec.rowMajorIfResized());
  }

  private static void checkSource(
      String operator, Tensor self, long[] sizes, int along, Tensor source) {
    boolean fits = source.rank() == self.rank();
    for (int dim = 0; fits && dim < source.rank(); dim++) {
      fits = source.size(dim) == sizes[dim];
    }
    if (source.rank() == 0 && self.rank() <= 1) {
      fits = sizes[along] == 1;
    }
    if (!fits) {
      throw new ShapeMismatch(
          operator, "expected a slice for each index", self.sizes(), sizes, source.sizes());
    }
  }

  static void requireOrder(String operator, Tensor self, Reduction reduction) {
    boolean isOrdered = reduction == Reduction.LARGEST || reduction == Reduction.SMALLEST;
    if (isOrdered && self.dtype().isComplex()) {
      throw new TypeMismatch(operator, self.dtype() + " has no order");
    }
  }
}
