package jackfield.aten.rule.scatter;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.Strides;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * The rules of operators that read elements at positions, or write them at positions in the
 * row-major order of all elements; each is named for its operator and takes its arguments.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class GatherRules {
  private GatherRules() {}

  /**
   * Plans the elements at the positions of {@code index} along {@code dim}; the result has the
   * sizes of the index.
   */
  public static LinePlan gather(Tensor self, long dim, Tensor index, boolean sparseGrad) {
    int along = Dimensions.wrap("gather", dim, self.rank());
    Positions.requireLong("gather", index);
    if (index.elementCount() > 0) {
      Positions.requireWithin("gather", index, self, along);
    }
    OutputSpec spec = new OutputSpec(self.dtype(), index.sizes());
    return LinePlan.of("gather", along, new Tensor[] {self, index}, spec);
  }

  /** Plans the elements at positions in the row-major order of all elements. */
  public static OutputPlan take(Tensor self, Tensor index) {
    Positions.requireLong("take", index);
    if (self.elementCount() == 0 && index.elementCount() > 0) {
      throw new InvalidArgument("take", "self", "has no element to take: " + self);
    }
    OutputSpec spec = new OutputSpec(self.dtype(), index.sizes());
    return OutputPlan.of("take", new Tensor[] {self, index}, spec);
  }

  /** Plans values that are written or added in the row-major order of all elements. */
  public static OutputPlan put(Tensor self, Tensor index, Tensor source, boolean accumulate) {
    Positions.requireLong("put", index);
    Positions.requireType("put", source, self);
    if (index.elementCount() != source.elementCount()) {
      throw new ShapeMismatch(
          "put", "expected a value for each index", index.sizes(), source.sizes());
    }
    if (self.elementCount() == 0 && index.elementCount() > 0) {
      throw new InvalidArgument("put", "self", "has no element to write: " + self);
    }
    OutputSpec spec = new OutputSpec(self.dtype(), self.sizes()).withStrides(Strides.dense(self));
    Tensor[] inputs = {self, index, source};
    return OutputPlan.of("put", inputs, spec.rowMajorIfResized());
  }
}
