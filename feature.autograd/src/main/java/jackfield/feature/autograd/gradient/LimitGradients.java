package jackfield.feature.autograd.gradient;

import jackfield.aten.GeTensor;
import jackfield.aten.GtTensor;
import jackfield.aten.LeTensor;
import jackfield.aten.LogicalAnd;
import jackfield.aten.LogicalOr;
import jackfield.aten.LtTensor;
import jackfield.aten.WhereScalarOther;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of {@code clamp}, whose limits are tensors or absent. */
public final class LimitGradients {
  private final LtTensor lt;
  private final LeTensor le;
  private final GtTensor gt;
  private final GeTensor ge;
  private final LogicalAnd and;
  private final LogicalOr or;
  private final WhereScalarOther where;

  public LimitGradients(KernelRegistrar kernels) {
    this.lt = kernels.operator(LtTensor.TYPE);
    this.le = kernels.operator(LeTensor.TYPE);
    this.gt = kernels.operator(GtTensor.TYPE);
    this.ge = kernels.operator(GeTensor.TYPE);
    this.and = kernels.operator(LogicalAnd.TYPE);
    this.or = kernels.operator(LogicalOr.TYPE);
    this.where = kernels.operator(WhereScalarOther.TYPE);
  }

  /** Takes the gradient where self is within the limits. */
  public Tensor self(Tensor grad, Tensor self, Tensor min, Tensor max) {
    if (min == null) {
      return choose(le.call(self, max), grad);
    }
    Tensor isAbove = ge.call(self, min);
    return choose(max == null ? isAbove : and.call(isAbove, le.call(self, max)), grad);
  }

  /** Takes the gradient where the result is the lower limit, which is below the upper one. */
  public Tensor min(Tensor grad, Tensor self, Tensor min, Tensor max) {
    Tensor isBelow = lt.call(self, min);
    return choose(max == null ? isBelow : and.call(isBelow, lt.call(min, max)), grad);
  }

  /** Takes the gradient where the result is the upper limit, also where that is below the lower. */
  public Tensor max(Tensor grad, Tensor self, Tensor min, Tensor max) {
    Tensor isAbove = gt.call(self, max);
    return choose(min == null ? isAbove : or.call(isAbove, lt.call(max, min)), grad);
  }

  private Tensor choose(Tensor mask, Tensor grad) {
    return where.call(mask, grad, Scalar.ZERO);
  }
}
