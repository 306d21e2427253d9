package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgCholeskyExL;
import jackfield.aten.LinalgLdlFactor;
import jackfield.aten.LinalgLdlFactorEx;
import jackfield.aten.LinalgLdlFactorExOut;
import jackfield.aten.LinalgLdlFactorOut;
import jackfield.aten.LinalgLuFactor;
import jackfield.aten.LinalgLuFactorEx;
import jackfield.aten.LinalgLuFactorExOut;
import jackfield.aten.LinalgLuFactorOut;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Triangular factors.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FactorKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FactorKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Returns the triangular factors of positive definite matrices.
   *
   * @throws InvalidArgument if one is not positive definite
   */
  public Tensor cholesky(Tensor self, boolean upper) {
    return aten.linalgCholeskyEx(self, upper, true).L();
  }

  /** Writes {@link #cholesky} into {@code out}. */
  public Tensor choleskyOut(Tensor self, boolean upper, Tensor out) {
    Tensor info = aten.newEmpty(self, new long[] {0}, DType.INT32);
    LinalgCholeskyExL.Result written = aten.linalgCholeskyExOut(self, upper, true, out, info);
    return written.L();
  }

  /** Copies {@link #cholesky} into {@code out}, converted to its type. */
  public Tensor choleskyCopy(Tensor self, boolean upper, Tensor out) {
    return given.castInto("cholesky", cholesky(self, upper), out);
  }

  /**
   * Returns packed triangular factors and pivots.
   *
   * @throws InvalidArgument if the upper factor of a matrix is singular
   */
  public LinalgLuFactor.Result luFactor(Tensor a, boolean pivot) {
    LinalgLuFactorEx.Result factors = aten.linalgLuFactorEx(a, pivot, true);
    return new LinalgLuFactor.Result(factors.LU(), factors.pivots());
  }

  /** Writes {@link #luFactor} into {@code lu} and {@code pivots}. */
  public LinalgLuFactorOut.Result luFactorOut(Tensor a, boolean pivot, Tensor lu, Tensor pivots) {
    Tensor info = aten.newEmpty(a, new long[] {0}, DType.INT32);
    LinalgLuFactorExOut.Result written = aten.linalgLuFactorExOut(a, pivot, true, lu, pivots, info);
    return new LinalgLuFactorOut.Result(written.LU(), written.pivots());
  }

  /**
   * Returns packed factors of symmetric or Hermitian matrices, and pivots.
   *
   * @throws InvalidArgument if a matrix is singular
   */
  public LinalgLdlFactor.Result ldlFactor(Tensor self, boolean hermitian) {
    LinalgLdlFactorEx.Result factors = aten.linalgLdlFactorEx(self, hermitian, true);
    return new LinalgLdlFactor.Result(factors.LD(), factors.pivots());
  }

  /** Writes {@link #ldlFactor} into {@code ld} and {@code pivots}. */
  public LinalgLdlFactorOut.Result ldlFactorOut(
      Tensor self, boolean hermitian, Tensor ld, Tensor pivots) {
    Tensor info = aten.newEmpty(self, new long[] {0}, DType.INT32);
    LinalgLdlFactorExOut.Result written =
        aten.linalgLdlFactorExOut(self, hermitian, true, ld, pivots, info);
    return new LinalgLdlFactorOut.Result(written.LD(), written.pivots());
  }
}
