package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.aten.kernel.TypePromotion;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Kernels that choose between tensors and numbers, composed of {@code where.self}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class WhereKernels {
  private final Aten aten;

  /** Creates the kernels over the operators that they are composed of. */
  public WhereKernels(Aten aten) {
    this.aten = aten;
  }

  /** Chooses the number where the condition holds, the tensor's element elsewhere. */
  public Tensor scalarSelf(Tensor condition, Scalar self, Tensor other) {
    DType type = TypePromotion.resultType(other, self);
    return aten.where(condition, number(self, type, other), aten.to(other, type));
  }

  /** Chooses the tensor's element where the condition holds, the number elsewhere. */
  public Tensor scalarOther(Tensor condition, Tensor self, Scalar other) {
    DType type = TypePromotion.resultType(self, other);
    return aten.where(condition, aten.to(self, type), number(other, type, self));
  }

  /** Chooses between two numbers. */
  public Tensor scalars(Tensor condition, Scalar self, Scalar other) {
    DType type = TypePromotion.resultType(self, other);
    return aten.where(condition, number(self, type, condition), number(other, type, condition));
  }

  /** Returns the positions where the condition holds, one tensor for each dimension. */
  public Tensor[] positions(Tensor condition) {
    Tensor dimensioned = condition.rank() == 0 ? aten.unsqueeze(condition, 0) : condition;
    return aten.unbind(aten.nonzero(dimensioned), 1);
  }

  private Tensor number(Scalar value, DType type, Tensor beside) {
    return aten.scalarTensor(value, type, null, beside.device(), null);
  }
}
