package jackfield.feature.autograd.gradient;

import jackfield.aten.AddTensor;
import jackfield.aten.GeScalar;
import jackfield.aten.MulTensor;
import jackfield.aten.WhereScalarSelf;
import jackfield.aten.WhereSelf;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** The second derivatives of units with a weight for negative elements. */
public final class PreluGradients {
  private final AddTensor add;
  private final MulTensor mul;
  private final GeScalar ge;
  private final WhereSelf where;
  private final WhereScalarSelf zeroWhere;

  public PreluGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.ge = kernels.operator(GeScalar.TYPE);
    this.where = kernels.operator(WhereSelf.TYPE);
    this.zeroWhere = kernels.operator(WhereScalarSelf.TYPE);
  }

  /**
   * Differentiates the gradients of {@code _prelu_kernel}. An element 0 counts as positive, as in
   * PyTorch.
   *
   * @param gradSelf of the gradient for self; null if it has none
   * @param gradWeight of the gradient for weight; null if it has none
   * @param wanted whether grad_output, self and weight need a gradient
   * @return the gradients for grad_output, self and weight; null where it is 0 or not wanted
   */
  public Tensor[] twice(
      Tensor gradSelf,
      Tensor gradWeight,
      Tensor gradOutput,
      Tensor self,
      Tensor weight,
      boolean[] wanted) {
    Tensor isPositive = ge.call(self, Scalar.ZERO);
    Tensor[] gradients = new Tensor[3];
    if (wanted[0]) {
      gradients[0] = ofOutput(isPositive, gradSelf, gradWeight, self, weight);
    }
    if (wanted[1] && gradWeight != null) {
      gradients[1] = ofNegative(isPositive, gradOutput, gradWeight);
    }
    if (wanted[2] && gradSelf != null) {
      gradients[2] = ofNegative(isPositive, gradOutput, gradSelf);
    }
    return gradients;
  }

  private Tensor ofOutput(
      Tensor isPositive, Tensor gradSelf, Tensor gradWeight, Tensor self, Tensor weight) {
    Tensor bySelf =
        gradSelf == null ? null : where.call(isPositive, gradSelf, mul.call(gradSelf, weight));
    Tensor byWeight = gradWeight == null ? null : ofNegative(isPositive, gradWeight, self);
    if (bySelf == null || byWeight == null) {
      return bySelf == null ? byWeight : bySelf;
    }
    return add.call(bySelf, byWeight, Scalar.ONE);
  }

  /** Returns the products where self is negative, and 0 elsewhere. */
  private Tensor ofNegative(Tensor isPositive, Tensor one, Tensor other) {
    return zeroWhere.call(isPositive, Scalar.ZERO, mul.call(one, other));
  }
}
