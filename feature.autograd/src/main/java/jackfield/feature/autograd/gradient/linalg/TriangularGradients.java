package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/**
 * The gradients of triangular factors of positive definite matrices, and of triangular systems.
 *
 * <p><em>Source</em>: PyTorch 2.6; for the factors Murray: Differentiation of the Cholesky
 * decomposition, 2016.
 */
public final class TriangularGradients {
  private final Aten aten;

  public TriangularGradients(Aten aten) {
    this.aten = aten;
  }

  /** Returns the gradient of matrices whose factors are {@code factor}. */
  public Tensor cholesky(Tensor grad, boolean upper, Tensor factor) {
    Tensor lower = upper ? aten.mH(factor) : factor;
    Tensor gradLower = upper ? aten.mH(grad) : grad;
    Tensor product = aten.matmul(aten.mH(lower), gradLower);
    Tensor below = aten.mH(aten.tril(product, -1));
    Tensor half = aten.mul(aten.add(aten.tril(product), below), 0.5);
    Tensor left = aten.linalgSolveTriangular(aten.mH(lower), half, true);
    return aten.linalgSolveTriangular(lower, left, false, false);
  }

  /** Returns the gradient of the factors of solved systems. */
  public Tensor choleskySolve(Tensor grad, Tensor factor, Tensor result, boolean upper) {
    Tensor product = aten.matmul(aten.choleskySolve(grad, factor, upper), aten.mH(result));
    return factor(factor, aten.add(product, aten.mH(product)), upper);
  }

  /** Returns the gradient of the factors of inverted products. */
  public Tensor choleskyInverse(Tensor grad, Tensor factor, Tensor inverse, boolean upper) {
    Tensor sum = aten.add(grad, aten.mH(grad));
    return factor(factor, aten.matmul(inverse, aten.matmul(sum, inverse)), upper);
  }

  private Tensor factor(Tensor factor, Tensor product, boolean upper) {
    return aten.neg(upper ? aten.matmul(factor, product) : aten.matmul(product, factor));
  }

  /** Returns the gradient of the right-hand sides of triangular systems. */
  public Tensor sides(Tensor grad, Tensor a, boolean upper, boolean left, boolean unit) {
    return aten.linalgSolveTriangular(aten.mH(a), grad, !upper, left, unit);
  }

  /** Returns the gradient of triangular matrices. */
  public Tensor matrices(
      Tensor grad, Tensor a, Tensor result, boolean upper, boolean left, boolean unit) {
    Tensor sides = sides(grad, a, upper, left, unit);
    Tensor adjoint = aten.mH(result);
    Tensor product = left ? aten.matmul(sides, adjoint) : aten.matmul(adjoint, sides);
    return triangle(aten.neg(product), upper, unit);
  }

  private Tensor triangle(Tensor matrix, boolean upper, boolean unit) {
    return upper ? aten.triu(matrix, unit ? 1 : 0) : aten.tril(matrix, unit ? -1 : 0);
  }

  /**
   * Returns the gradient of the right-hand sides of systems with matrices that may be transposed.
   *
   * @param grad null for none
   */
  public Tensor solveSides(
      Tensor grad, Tensor b, Tensor a, boolean upper, boolean transpose, boolean unit) {
    return grad == null
        ? aten.zerosLike(b)
        : aten.triangularSolve(grad, aten.conj(a), upper, !transpose, unit).solution();
  }

  /**
   * Returns the gradient of matrices that may be transposed, and that are copied.
   *
   * @param grad null for none, as {@code gradCopy}
   */
  public Tensor solveMatrices(
      Tensor grad,
      Tensor gradCopy,
      Tensor a,
      Tensor solution,
      boolean upper,
      boolean transpose,
      boolean unit) {
    if (grad == null) {
      return gradCopy == null ? aten.zerosLike(a) : gradCopy;
    }
    Tensor sides = solveSides(grad, solution, a, upper, transpose, unit);
    Tensor product =
        transpose
            ? aten.matmul(aten.conj(solution), aten.mT(sides))
            : aten.matmul(sides, aten.mH(solution));
    Tensor ofSolution = triangle(aten.neg(product), upper, unit);
    return gradCopy == null ? ofSolution : aten.add(ofSolution, gradCopy);
  }
}
