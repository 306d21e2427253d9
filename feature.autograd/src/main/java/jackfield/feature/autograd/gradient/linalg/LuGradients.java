package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LuUnpack;
import jackfield.tensor.Tensor;

/**
 * The gradients of the factors {@code A = P L U}. With {@code Φ = tril(Lᴴ gradL, -1) + triu(gradU
 * Uᴴ)}, that of a square matrix is {@code P L⁻ᴴ Φ U⁻ᴴ}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LuGradients {
  private final Aten aten;

  public LuGradients(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns the gradient of factored matrices.
   *
   * @param gradL null for none, as {@code gradU}
   */
  public Tensor factors(Tensor gradL, Tensor gradU, Tensor p, Tensor l, Tensor u) {
    Tensor ofL = gradL == null ? aten.zerosLike(l) : gradL;
    Tensor ofU = gradU == null ? aten.zerosLike(u) : gradU;
    long rows = l.size(l.rank() - 2);
    long columns = u.size(u.rank() - 1);
    Tensor inner = rows > columns ? tall(ofL, ofU, l, u) : wide(ofL, ofU, l, u);
    return aten.matmul(p, inner);
  }

  /** A = P L [U1 U2], where the second part may be empty. */
  private Tensor wide(Tensor gradL, Tensor gradU, Tensor l, Tensor u) {
    long rows = l.size(l.rank() - 2);
    long rest = u.size(u.rank() - 1) - rows;
    Tensor u1 = aten.narrow(u, -1, 0, rows);
    Tensor ofU1 = aten.narrow(gradU, -1, 0, rows);
    Tensor ofLower = aten.matmul(aten.mH(l), gradL);
    if (rest == 0) {
      return divided(phi(ofLower, aten.matmul(ofU1, aten.mH(u1))), l, u1);
    }
    Tensor u2 = aten.narrow(u, -1, rows, rest);
    Tensor ofU2 = aten.narrow(gradU, -1, rows, rest);
    Tensor lower = aten.sub(ofLower, aten.matmul(ofU2, aten.mH(u2)));
    Tensor first = divided(phi(lower, aten.matmul(ofU1, aten.mH(u1))), l, u1);
    return aten.cat(new Tensor[] {first, dividedByLower(ofU2, l)}, -1);
  }

  /** A = P [L1; L2] U. */
  private Tensor tall(Tensor gradL, Tensor gradU, Tensor l, Tensor u) {
    long columns = u.size(u.rank() - 1);
    long rest = l.size(l.rank() - 2) - columns;
    Tensor l1 = aten.narrow(l, -2, 0, columns);
    Tensor l2 = aten.narrow(l, -2, columns, rest);
    Tensor ofL1 = aten.narrow(gradL, -2, 0, columns);
    Tensor ofL2 = aten.narrow(gradL, -2, columns, rest);
    Tensor upper = aten.sub(aten.matmul(gradU, aten.mH(u)), aten.matmul(aten.mH(l2), ofL2));
    Tensor first = divided(phi(aten.matmul(aten.mH(l1), ofL1), upper), l1, u);
    return aten.cat(new Tensor[] {first, dividedByUpper(ofL2, u)}, -2);
  }

  private Tensor phi(Tensor lower, Tensor upper) {
    return aten.add(aten.tril(lower, -1), aten.triu(upper));
  }

  private Tensor divided(Tensor phi, Tensor l, Tensor u) {
    return dividedByLower(dividedByUpper(phi, u), l);
  }

  private Tensor dividedByUpper(Tensor matrix, Tensor u) {
    return aten.linalgSolveTriangular(aten.mH(u), matrix, false, false);
  }

  private Tensor dividedByLower(Tensor matrix, Tensor l) {
    return aten.linalgSolveTriangular(aten.mH(l), matrix, true, true, true);
  }

  /** Returns the gradient of matrices whose factors are packed. */
  public Tensor packed(Tensor grad, Tensor lu, Tensor pivots) {
    LuUnpack.Result factors = aten.luUnpack(lu, pivots);
    long count = factors.U().size(lu.rank() - 2);
    Tensor gradL = aten.narrow(aten.tril(grad, -1), -1, 0, count);
    Tensor gradU = aten.narrow(aten.triu(grad), -2, 0, count);
    return factors(gradL, gradU, factors.P(), factors.L(), factors.U());
  }

  /**
   * Returns the gradient of packed factors that are unpacked.
   *
   * @param gradL null for none, as {@code gradU}
   */
  public Tensor unpack(Tensor gradL, Tensor gradU, Tensor lu) {
    if (gradL == null && gradU == null) {
      return aten.zerosLike(lu);
    }
    Tensor lower = gradL == null ? null : padded(aten.tril(gradL, -1), lu);
    Tensor upper = gradU == null ? null : padded(aten.triu(gradU), lu);
    return lower == null ? upper : upper == null ? lower : aten.add(lower, upper);
  }

  private Tensor padded(Tensor part, Tensor like) {
    int row = like.rank() - 2;
    return aten.constantPadNd(
        part, 0, like.size(row + 1) - part.size(row + 1), 0, like.size(row) - part.size(row));
  }

  /** Returns the gradient of the packed factors of solved systems. */
  public Tensor solve(
      Tensor grad, Tensor lu, Tensor pivots, Tensor result, boolean left, boolean adjoint) {
    Tensor sides = aten.linalgLuSolve(lu, pivots, grad, left, !adjoint);
    Tensor ofA = adjoint ? solved(result, sides, left) : solved(sides, result, left);
    LuUnpack.Result factors = aten.luUnpack(lu, pivots);
    Tensor permuted = aten.neg(aten.matmul(aten.mT(factors.P()), ofA));
    return phi(
        aten.matmul(permuted, aten.mH(factors.U())), aten.matmul(aten.mH(factors.L()), permuted));
  }

  private Tensor solved(Tensor first, Tensor second, boolean left) {
    return left ? aten.matmul(first, aten.mH(second)) : aten.matmul(aten.mH(second), first);
  }
}
