package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The gradients of solutions and inverses.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SolveGradients {
  private final Aten aten;

  public SolveGradients(Aten aten) {
    this.aten = aten;
  }

  /** Returns the gradient of matrices whose inverses are {@code inverse}. */
  public Tensor inverse(Tensor grad, Tensor inverse) {
    Tensor adjoint = aten.mH(inverse);
    return aten.neg(aten.matmul(adjoint, aten.matmul(grad, adjoint)));
  }

  /** Returns the gradient of the right-hand sides of {@code A X = B}, or {@code X A = B}. */
  public Tensor sides(Tensor grad, Tensor a, Tensor b, boolean left) {
    return isVector(a, b)
        ? aten.squeeze(aten.linalgSolve(aten.mH(a), aten.unsqueeze(grad, -1), true), -1)
        : aten.linalgSolve(aten.mH(a), grad, left);
  }

  /** Returns the gradient of the matrices of {@code A X = B}, or {@code X A = B}. */
  public Tensor matrices(Tensor grad, Tensor result, Tensor a, Tensor b, boolean left) {
    Tensor sides = sides(grad, a, b, left);
    if (isVector(a, b)) {
      return negativeProduct(aten.unsqueeze(sides, -1), aten.mH(aten.unsqueeze(result, -1)));
    }
    Tensor adjoint = aten.mH(result);
    return left ? negativeProduct(sides, adjoint) : negativeProduct(adjoint, sides);
  }

  static boolean isVector(Tensor a, Tensor b) {
    return b.rank() == 1
        || (b.rank() == a.rank() - 1
            && Arrays.equals(b.sizes(), Arrays.copyOf(a.sizes(), a.rank() - 1)));
  }

  private Tensor negativeProduct(Tensor a, Tensor b) {
    return aten.neg(aten.matmul(a, b));
  }
}
