package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The gradients of pseudoinverses and of least squares. Ranks are taken to be constant.
 *
 * <p><em>Source</em>: PyTorch 2.6; Golub, Pereyra: The differentiation of pseudo-inverses and
 * nonlinear least squares problems, 1973.
 */
public final class PseudoinverseGradients {
  private final Aten aten;

  public PseudoinverseGradients(Aten aten) {
    this.aten = aten;
  }

  /** Returns the gradient of matrices whose pseudoinverses are {@code inverse}. */
  public Tensor pseudoinverse(Tensor grad, Tensor inverse, Tensor a) {
    Tensor adjoint = aten.mH(inverse);
    Tensor gradAdjoint = aten.mH(grad);
    if (a.size(a.rank() - 2) <= a.size(a.rank() - 1)) {
      Tensor k = aten.matmul(gradAdjoint, inverse);
      Tensor middle = aten.matmul(k, adjoint);
      Tensor first = aten.sub(middle, aten.mH(aten.matmul(inverse, k)));
      Tensor second = aten.matmul(aten.matmul(a, inverse), middle);
      Tensor rest = aten.sub(gradAdjoint, aten.matmul(k, a));
      Tensor third = aten.matmul(aten.matmul(adjoint, inverse), rest);
      return aten.add(aten.sub(first, second), third);
    }
    Tensor k = aten.matmul(inverse, gradAdjoint);
    Tensor middle = aten.matmul(adjoint, k);
    Tensor first = aten.sub(middle, aten.mH(aten.matmul(k, inverse)));
    Tensor second = aten.matmul(aten.matmul(middle, inverse), a);
    Tensor rest = aten.sub(gradAdjoint, aten.matmul(a, k));
    Tensor third = aten.matmul(aten.matmul(rest, inverse), adjoint);
    return aten.add(aten.sub(first, second), third);
  }

  /**
   * Returns the gradient of the matrices of least squares.
   *
   * @param grad that of the solutions; null for none, as {@code gradResiduals}
   */
  public Tensor matrices(Tensor grad, Tensor gradResiduals, Tensor a, Tensor b, Tensor solution) {
    Tensor sides = asMatrix(b, a, b);
    Tensor total = null;
    if (grad != null) {
      Tensor ofInverse = aten.matmul(asMatrix(grad, a, b), aten.mH(sides));
      total = pseudoinverse(ofInverse, aten.linalgPinv(a, null, (Double) null, false), a);
    }
    if (gradResiduals != null && gradResiduals.elementCount() > 0) {
      Tensor x = asMatrix(solution, a, b);
      Tensor part = aten.matmul(error(gradResiduals, a, sides, x), aten.mH(x));
      total = total == null ? part : aten.add(total, part);
    }
    return total == null ? aten.zerosLike(a) : total;
  }

  /** Returns the gradient of the right-hand sides of least squares. */
  public Tensor sides(Tensor grad, Tensor gradResiduals, Tensor a, Tensor b, Tensor solution) {
    Tensor total = null;
    if (grad != null) {
      Tensor inverse = aten.linalgPinv(a, null, (Double) null, false);
      total = aten.matmul(aten.mH(inverse), asMatrix(grad, a, b));
    }
    if (gradResiduals != null && gradResiduals.elementCount() > 0) {
      Tensor x = asMatrix(solution, a, b);
      Tensor part = aten.neg(error(gradResiduals, a, asMatrix(b, a, b), x));
      total = total == null ? part : aten.add(total, part);
    }
    return total == null ? aten.zerosLike(b) : aten.reshape(total, b.sizes());
  }

  /** Returns twice the residuals, multiplied by their gradients. */
  private Tensor error(Tensor gradResiduals, Tensor a, Tensor sides, Tensor x) {
    Tensor residuals = aten.sub(aten.matmul(a, x), sides);
    Tensor twice = aten.mul(residuals, Scalar.of(2));
    return aten.mul(twice, aten.unsqueeze(gradResiduals, -2));
  }

  /** Returns vectors as columns if the right-hand sides are vectors. */
  private Tensor asMatrix(Tensor tensor, Tensor a, Tensor b) {
    return SolveGradients.isVector(a, b) ? aten.unsqueeze(tensor, -1) : tensor;
  }
}
