package jackfield.aten.rule.scatter;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.rule.FillRules;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.scatter.ScatterPlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The rules of operators that write values at the positions of an index of the rank of {@code
 * self}; each is named for its operator and takes its arguments.
 *
 * <p><em>Shapes</em>: the index is not larger than the source, nor than {@code self} in other
 * dimensions than {@code dim}. The body checks that indexes are in range before it writes.
 *
 * <p><em>Types</em>: the index is int64, the source has the type of {@code self}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ScatterRules {
  private ScatterRules() {}

  /** Plans values that replace elements. */
  public static ScatterPlan scatter(Tensor self, long dim, Tensor index, Tensor src) {
    return plan("scatter", self, dim, index, src);
  }

  /** Plans a number that replaces elements. */
  public static ScatterPlan scatterValue(Tensor self, long dim, Tensor index, Scalar value) {
    FillRules.checkHolds("scatter", self.dtype(), value);
    return plan("scatter", self, dim, index, null).with(value);
  }

  /** Plans values that are added to elements, or by which elements are multiplied. */
  public static ScatterPlan scatterReduction(
      Tensor self, long dim, Tensor index, Tensor src, String reduce) {
    return plan("scatter", self, dim, index, src).with(arithmetic(reduce), true);
  }

  /** Plans a number that is added to elements, or by which elements are multiplied. */
  public static ScatterPlan scatterValueReduction(
      Tensor self, long dim, Tensor index, Scalar value, String reduce) {
    FillRules.checkHolds("scatter", self.dtype(), value);
    return plan("scatter", self, dim, index, null).with(arithmetic(reduce), true).with(value);
  }

  private static Reduction arithmetic(String reduce) {
    return switch (reduce) {
      case "add" -> Reduction.SUM;
      case "multiply" -> Reduction.PRODUCT;
      default ->
          throw new InvalidArgument(
              "scatter", "reduce", "is '%s', expected 'add' or 'multiply'".formatted(reduce));
    };
  }

  /** Plans values that are added to elements. */
  public static ScatterPlan scatterAdd(Tensor self, long dim, Tensor index, Tensor src) {
    return plan("scatter_add", self, dim, index, src).with(Reduction.SUM, true);
  }

  /** Plans values that are combined with elements; complex numbers have no largest one. */
  public static ScatterPlan scatterReduce(
      Tensor self, long dim, Tensor index, Tensor src, String reduce, boolean includeSelf) {
    Reduction reduction =
        switch (reduce) {
          case "sum" -> Reduction.SUM;
          case "prod" -> Reduction.PRODUCT;
          case "mean" -> Reduction.MEAN;
          case "amax", "max" -> Reduction.LARGEST;
          case "amin", "min" -> Reduction.SMALLEST;
          default ->
              throw new InvalidArgument(
                  "scatter_reduce",
                  "reduce",
                  "is '%s', expected sum, prod, mean, amax or amin".formatted(reduce));
        };
    IndexedSliceRules.requireOrder("scatter_reduce", self, reduction);
    return plan("scatter_reduce", self, dim, index, src).with(reduction, includeSelf);
  }

  private static ScatterPlan plan(
      String operator, Tensor self, long dim, Tensor index, Tensor source) {
    int along = Dimensions.wrap(operator, dim, self.rank());
    Positions.requireLong(operator, index);
    if (source != null) {
      Positions.requireType(operator, source, self);
    }
    if (index.elementCount() > 0) {
      Positions.requireWithin(operator, index, self, along);
      if (source != null) {
        Positions.requireWithin(operator, index, source, -1);
      }
    }
    OutputSpec spec = new OutputSpec(self.dtype(), self.sizes());
    if (index.elementCount() > 0) {
      return ScatterPlan.of(operator, along, self, index, source, spec);
    }
    Tensor values = source == null ? null : none(source, self);
    return ScatterPlan.of(operator, along, self, none(index, self), values, spec);
  }

  /** Returns no element of a tensor, in the rank of {@code self}. */
  private static Tensor none(Tensor tensor, Tensor self) {
    long[] none = new long[Math.max(self.rank(), 1)];
    return tensor.alias(none, new long[none.length], tensor.offset());
  }
}
