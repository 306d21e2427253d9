package jackfield.feature.autograd.gradient;

import jackfield.aten.DivTensor;
import jackfield.aten.GeScalar;
import jackfield.aten.LeScalar;
import jackfield.aten.LogicalAnd;
import jackfield.aten.MulTensor;
import jackfield.aten.RsubScalar;
import jackfield.aten.WhereScalarOther;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** The formula of {@code logit}, of operators that can be differentiated again. */
public final class LogitGradients {
  private final MulTensor mul;
  private final DivTensor div;
  private final RsubScalar rsub;
  private final GeScalar ge;
  private final LeScalar le;
  private final LogicalAnd and;
  private final WhereScalarOther where;

  public LogitGradients(KernelRegistrar kernels) {
    this.mul = kernels.operator(MulTensor.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.rsub = kernels.operator(RsubScalar.TYPE);
    this.ge = kernels.operator(GeScalar.TYPE);
    this.le = kernels.operator(LeScalar.TYPE);
    this.and = kernels.operator(LogicalAnd.TYPE);
    this.where = kernels.operator(WhereScalarOther.TYPE);
  }

  /**
   * Divides the gradient by x (1 − x).
   *
   * @param eps the distance from 0 and 1 within which logit is constant, so that the result is 0;
   *     null if it is defined from 0 to 1 only, and the result elsewhere NaN
   */
  public Tensor of(Tensor grad, Tensor self, Double eps) {
    double margin = eps == null ? 0 : eps;
    Tensor isAbove = ge.call(self, Scalar.of(margin));
    Tensor isWithin = and.call(isAbove, le.call(self, Scalar.of(1 - margin)));
    Tensor rest = rsub.call(self, Scalar.ONE, Scalar.ONE);
    Tensor slope = div.call(grad, mul.call(self, rest));
    return where.call(isWithin, slope, Scalar.of(eps == null ? Double.NaN : 0.0));
  }
}
