package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgInvExInverse;
import jackfield.aten.LinalgSolveEx;
import jackfield.aten.LinalgSolveExOut;
import jackfield.aten._LinalgSolveEx;
import jackfield.aten._LinalgSolveExResult;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Solutions of systems of linear equations, and inverses.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SolveKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SolveKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Returns the inverses.
   *
   * @throws InvalidArgument if a matrix is singular
   */
  public Tensor inv(Tensor a) {
    return aten.linalgInvEx(a, true).inverse();
  }

  /** Writes {@link #inv} into {@code out}. */
  public Tensor invOut(Tensor a, Tensor out) {
    LinalgInvExInverse.Result written = aten.linalgInvExOut(a, true, out, numbers(a));
    return written.inverse();
  }

  private Tensor numbers(Tensor a) {
    return aten.newEmpty(a, new long[] {0}, DType.INT32);
  }

  /** Returns the solutions, and an info for each matrix. */
  public LinalgSolveEx.Result solveEx(Tensor a, Tensor b, boolean left, boolean checkErrors) {
    _LinalgSolveEx.Result found = aten._linalgSolveEx(a, b, left, checkErrors);
    return new LinalgSolveEx.Result(found.result_(), found.info());
  }

  /** Writes {@link #solveEx} into {@code result} and {@code info}. */
  public LinalgSolveExOut.Result solveExOut(
      Tensor a, Tensor b, boolean left, boolean checkErrors, Tensor result, Tensor info) {
    _LinalgSolveExResult.Result written =
        aten._linalgSolveExOut(
            a, b, left, checkErrors, result, aten.newEmpty(a, 0), numbers(a), info);
    return new LinalgSolveExOut.Result(written.result_(), written.info());
  }

  /**
   * Returns the solutions.
   *
   * @throws InvalidArgument if a matrix is singular
   */
  public Tensor solve(Tensor a, Tensor b, boolean left) {
    return aten._linalgSolveEx(a, b, left, true).result_();
  }

  /** Writes {@link #solve} into {@code out}. */
  public Tensor solveOut(Tensor a, Tensor b, boolean left, Tensor out) {
    return solveExOut(a, b, left, true, out, numbers(a)).result_();
  }

  /** Solves systems whose factors are known. */
  public Tensor lu(Tensor self, Tensor luData, Tensor luPivots) {
    return aten.linalgLuSolve(luData, luPivots, self);
  }

  /** Writes {@link #lu} into {@code out}. */
  public Tensor luOut(Tensor self, Tensor luData, Tensor luPivots, Tensor out) {
    return aten.linalgLuSolveOut(luData, luPivots, self, true, false, out);
  }

  /** Copies the solutions of systems with known triangular factors, converted to another type. */
  public Tensor choleskyOut(Tensor self, Tensor input2, boolean upper, Tensor out) {
    return given.castInto("cholesky_solve", aten.choleskySolve(self, input2, upper), out);
  }
}
