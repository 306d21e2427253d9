package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The gradients of solutions, inverses and determinants.
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

  /**
   * Returns the gradient of matrices whose determinants are {@code result}; 0 of singular ones.
   *
   * <p>{@code X A = I det} is solved, and not the adjoint system: the factors of A are then those
   * that the determinant was computed from. Where the last of them is a rounding error, that of the
   * adjoint would be another, and the two would not cancel.
   */
  public Tensor determinant(Tensor grad, Tensor result, Tensor a) {
    Tensor factors = aten.mul(aten.conj(grad), result);
    Tensor solution = aten.linalgSolveEx(a, scaled(a, factors), false, false).result_();
    Tensor isSingular = aten.eq(each(result), Scalar.ZERO);
    return aten.where(isSingular, aten.newZeros(a, 1), aten.mH(solution));
  }

  /** Returns numbers as the factors of matrices. */
  private Tensor each(Tensor numbers) {
    return aten.unsqueeze(aten.unsqueeze(numbers, -1), -1);
  }

  /** Returns multiples of the identity. */
  private Tensor scaled(Tensor a, Tensor factors) {
    Tensor identity = aten.eye(a.size(a.rank() - 1), a.dtype(), null, a.device());
    return aten.mul(each(factors), identity);
  }

  /**
   * Returns the gradient of matrices whose determinants have these signs and logarithms of
   * magnitudes.
   *
   * @param gradSign null for none, as {@code gradLogarithm}; ignored for real matrices
   */
  public Tensor logarithm(Tensor gradSign, Tensor gradLogarithm, Tensor sign, Tensor a) {
    Tensor factors = gradLogarithm;
    if (a.dtype().isComplex()) {
      Tensor real = gradLogarithm == null ? aten.zerosLike(aten.real(sign)) : gradLogarithm;
      Tensor phase =
          gradSign == null ? aten.zerosLike(real) : aten.imag(aten.mul(gradSign, aten.conj(sign)));
      factors = aten.complex(real, phase);
    }
    if (factors == null) {
      return aten.zerosLike(a);
    }
    return aten.linalgSolve(aten.mH(a), scaled(a, factors));
  }
}
