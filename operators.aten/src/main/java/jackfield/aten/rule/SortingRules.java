package jackfield.aten.rule;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputSpec;
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
}
