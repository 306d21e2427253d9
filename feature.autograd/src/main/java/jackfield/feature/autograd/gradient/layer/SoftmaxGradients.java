package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.Exp;
import jackfield.aten.MulTensor;
import jackfield.aten.Neg;
import jackfield.aten.SubTensor;
import jackfield.aten.SumDimIntList;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The second derivatives of softmax and its logarithm, with respect to their results.
 *
 * <p>With y the result, g the gradient of the result and s(…) the sum along the dimension, the
 * first derivatives are y·(g − s(y·g)) and g − exp(y)·s(g).
 */
public final class SoftmaxGradients {
  private final MulTensor mul;
  private final SubTensor sub;
  private final SumDimIntList sum;
  private final Neg neg;
  private final Exp exp;

  public SoftmaxGradients(KernelRegistrar kernels) {
    this.mul = kernels.operator(MulTensor.TYPE);
    this.sub = kernels.operator(SubTensor.TYPE);
    this.sum = kernels.operator(SumDimIntList.TYPE);
    this.neg = kernels.operator(Neg.TYPE);
    this.exp = kernels.operator(Exp.TYPE);
  }

  /** Differentiates y·(g − s(y·g)) with respect to y. */
  public Tensor softmax(Tensor grad, Tensor gradOutput, Tensor output, long dim) {
    Tensor product = mul.call(gradOutput, grad);
    Tensor first = mul.call(total(mul.call(output, gradOutput), dim), grad);
    Tensor second = mul.call(gradOutput, total(mul.call(output, grad), dim));
    return minus(minus(product, first), second);
  }

  /** Differentiates g − exp(y)·s(g) with respect to y. */
  public Tensor logSoftmax(Tensor grad, Tensor gradOutput, Tensor output, long dim) {
    Tensor total = neg.call(total(gradOutput, dim));
    return mul.call(mul.call(total, exp.call(output)), grad);
  }

  private Tensor total(Tensor tensor, long dim) {
    return sum.call(tensor, new long[] {dim}, true, (DType) null);
  }

  private Tensor minus(Tensor one, Tensor other) {
    return sub.call(one, other, Scalar.ONE);
  }
}
