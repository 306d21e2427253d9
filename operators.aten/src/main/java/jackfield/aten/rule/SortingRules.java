package jackfield.aten.rule;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.Strides;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of operators that order elements; each is named for its operator and takes its
 * arguments.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SortingRules {
  private SortingRules() {}

  /**
   * Plans the {@code k} largest or smallest elements along {@code dim}, and their positions; throws
   * for bool and complex.
   *
   * <p><em>Shapes</em>: {@code self [a, n, b], dim 1 → [a, k, b]} twice.
   */
  public static LinePlan topk(Tensor self, long k, long dim, boolean largest, boolean sorted) {
    int along = Dimensions.wrap("topk", dim, self.rank());
    long length = self.rank() == 0 ? 1 : self.size(along);
    if (k < 0 || k > length) {
      throw new InvalidArgument("topk", "k", "is %d, expected 0 to %d".formatted(k, length));
    }
    if (self.dtype().isComplex() || self.dtype() == DType.BOOL) {
      throw new TypeMismatch("topk", "expected real numbers, found " + self.dtype());
    }
    long[] sizes = self.sizes().clone();
    if (sizes.length > 0) {
      sizes[along] = k;
    }
    OutputSpec values = new OutputSpec(self.dtype(), sizes);
    OutputSpec indices = new OutputSpec(DType.INT64, sizes);
    return LinePlan.of("topk", along, new Tensor[] {self}, values, indices);
  }

  /**
   * Plans the elements in order along {@code dim}, and their positions; throws for complex. New
   * results have the order in memory of the dimensions of {@code self}.
   *
   * @param stable is for information: equal elements always keep their order
   */
  public static LinePlan sort(Tensor self, Boolean stable, long dim, boolean descending) {
    int along = Dimensions.wrap("sort", dim, self.rank());
    if (self.dtype().isComplex()) {
      throw new TypeMismatch("sort", self.dtype() + " has no order");
    }
    long[] strides = Strides.dense(self);
    OutputSpec values = new OutputSpec(self.dtype(), self.sizes()).withStrides(strides);
    OutputSpec indices = new OutputSpec(DType.INT64, self.sizes()).withStrides(strides);
    return LinePlan.of("sort", along, new Tensor[] {self}, values, indices);
  }
}
