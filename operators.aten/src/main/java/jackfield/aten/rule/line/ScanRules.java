package jackfield.aten.rule.line;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of operators whose result at a position depends on all elements up to it; each is named
 * for its operator and takes its arguments. Results have the sizes of {@code self}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ScanRules {
  private ScanRules() {}

  /** Plans running sums; integers give int64. Elements are converted before they are added. */
  public static LinePlan cumsum(Tensor self, long dim, DType dtype) {
    return totals("cumsum", self, dim, dtype);
  }

  /** Plans running products; integers give int64. Elements are converted before. */
  public static LinePlan cumprod(Tensor self, long dim, DType dtype) {
    return totals("cumprod", self, dim, dtype);
  }

  private static LinePlan totals(String operator, Tensor self, long dim, DType dtype) {
    boolean integers = self.dtype().isIntegral() || self.dtype() == DType.BOOL;
    DType type = dtype == null ? (integers ? DType.INT64 : self.dtype()) : dtype;
    int along = Dimensions.wrap(operator, dim, self.rank());
    return LinePlan.converting(
        operator, along, self, dtype == null, new OutputSpec(type, self.sizes()));
  }

  /** Plans running logarithms of sums of powers of e; throws for integers. */
  public static LinePlan logcumsumexp(Tensor self, long dim) {
    if (!self.dtype().isFloating() && !self.dtype().isComplex()) {
      throw new TypeMismatch(
          "logcumsumexp", "expected a floating or complex type, found " + self.dtype());
    }
    return plan("logcumsumexp", self, dim, new OutputSpec(self.dtype(), self.sizes()));
  }

  /** Plans running maxima and the positions where they were last found; throws for complex. */
  public static LinePlan cummax(Tensor self, long dim) {
    return extremes("cummax", self, dim);
  }

  /** Plans running minima and the positions where they were last found; throws for complex. */
  public static LinePlan cummin(Tensor self, long dim) {
    return extremes("cummin", self, dim);
  }

  private static LinePlan extremes(String operator, Tensor self, long dim) {
    if (self.dtype().isComplex()) {
      throw new TypeMismatch(operator, self.dtype() + " has no order");
    }
    return plan(
        operator,
        self,
        dim,
        new OutputSpec(self.dtype(), self.sizes()),
        new OutputSpec(DType.INT64, self.sizes()));
  }

  private static LinePlan plan(String operator, Tensor self, long dim, OutputSpec... specs) {
    int along = Dimensions.wrap(operator, dim, self.rank());
    return LinePlan.inOrder(operator, along, self, specs);
  }
}
