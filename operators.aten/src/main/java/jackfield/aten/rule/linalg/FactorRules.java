package jackfield.aten.rule.linalg;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The rules of triangular factors and of what follows from them; each is named for its operator and
 * takes its arguments.
 *
 * <p><em>Types</em>: float32, float64, complex64, complex128; pivots and infos are int32.
 * <em>Layout </em>: new factors are column-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FactorRules {
  private static final long[] NO_ELEMENTS = {0};

  private FactorRules() {}

  /** Plans {@code L [..., n, n]} and infos of matrices {@code [..., n, n]}. */
  public static MatrixPlan choleskyEx(Tensor self, boolean upper, boolean checkErrors) {
    Tensor a = new Matrices("linalg_cholesky").checkSquare(self);
    long[] batch = Matrices.batch(a);
    return MatrixPlan.of(
        "linalg_cholesky",
        batch,
        new int[] {2, 0, 2},
        new Tensor[] {a},
        Matrices.columnMajor(a.dtype(), a.sizes()),
        Matrices.info(batch));
  }

  /** Plans {@code LU [..., m, n]}, pivots and infos of matrices {@code [..., m, n]}. */
  public static MatrixPlan luFactorEx(Tensor a, boolean pivot, boolean checkErrors) {
    new Matrices("linalg_lu_factor").check(a);
    long[] batch = Matrices.batch(a);
    return MatrixPlan.of(
        "linalg_lu_factor",
        batch,
        new int[] {2, 1, 0, 2},
        new Tensor[] {a},
        Matrices.columnMajor(a.dtype(), a.sizes()),
        pivots(a),
        Matrices.info(batch));
  }

  private static OutputSpec pivots(Tensor a) {
    long count = Math.min(Matrices.rows(a), Matrices.columns(a));
    return Matrices.rowMajor(DType.INT32, Matrices.batch(a), count);
  }

  /** Plans {@code P [..., m, m]}, {@code L [..., m, k]} and {@code U [..., k, n]}, row-major. */
  public static MatrixPlan lu(Tensor a, boolean pivot) {
    new Matrices("linalg_lu").check(a);
    return MatrixPlan.of(
        "linalg_lu",
        Matrices.batch(a),
        new int[] {2, 2, 2, 2},
        new Tensor[] {a},
        pivot ? permutation(a) : new OutputSpec(a.dtype(), NO_ELEMENTS),
        lower(a),
        upper(a));
  }

  /** Plans the factors that packed ones contain; those that are not asked for are empty. */
  public static MatrixPlan luUnpack(
      Tensor luData, Tensor luPivots, boolean unpackData, boolean unpackPivots) {
    Matrices matrices = new Matrices("lu_unpack");
    matrices.check(luData);
    if (unpackPivots) {
      long count = Math.min(Matrices.rows(luData), Matrices.columns(luData));
      matrices.checkPivots(luData, luPivots, count);
    }
    OutputSpec none = new OutputSpec(luData.dtype(), NO_ELEMENTS);
    return MatrixPlan.of(
        "lu_unpack",
        Matrices.batch(luData),
        new int[] {2, 2, 2, 2, 1},
        new Tensor[] {luData, unpackPivots ? luPivots : null},
        unpackPivots ? permutation(luData) : none,
        unpackData ? lower(luData) : none,
        unpackData ? upper(luData) : none);
  }

  private static OutputSpec permutation(Tensor a) {
    long rows = Matrices.rows(a);
    return Matrices.rowMajor(a.dtype(), Matrices.batch(a), rows, rows);
  }

  private static OutputSpec lower(Tensor a) {
    long rows = Matrices.rows(a);
    return Matrices.rowMajor(
        a.dtype(), Matrices.batch(a), rows, Math.min(rows, Matrices.columns(a)));
  }

  private static OutputSpec upper(Tensor a) {
    long columns = Matrices.columns(a);
    return Matrices.rowMajor(
        a.dtype(), Matrices.batch(a), Math.min(Matrices.rows(a), columns), columns);
  }

  /**
   * Plans the determinants, and the factors and pivots from which they are computed.
   *
   * <p>The factors are those of the transposes if the matrices are real and contiguous: the
   * gradient counts on it.
   */
  public static MatrixPlan det(Tensor a) {
    new Matrices("linalg_det").checkSquare(a);
    long[] batch = Matrices.batch(a);
    return MatrixPlan.of(
        "linalg_det",
        batch,
        new int[] {0, 2, 1, 2},
        new Tensor[] {a},
        new OutputSpec(a.dtype(), batch),
        Matrices.columnMajor(a.dtype(), a.sizes()),
        pivots(a));
  }

  /**
   * Plans the signs and logarithms of determinants, and the factors and pivots.
   *
   * <p>The factors are those of the transposes if the matrices are real and contiguous: the
   * gradient counts on it.
   */
  public static MatrixPlan slogdet(Tensor a) {
    new Matrices("linalg_slogdet").checkSquare(a);
    long[] batch = Matrices.batch(a);
    return MatrixPlan.of(
        "linalg_slogdet",
        batch,
        new int[] {0, 0, 2, 1, 2},
        new Tensor[] {a},
        new OutputSpec(a.dtype(), batch),
        new OutputSpec(a.dtype().realType(), batch),
        Matrices.columnMajor(a.dtype(), a.sizes()),
        pivots(a));
  }

  /** Plans the inverses and infos of matrices {@code [..., n, n]}. */
  public static MatrixPlan invEx(Tensor a, boolean checkErrors) {
    new Matrices("linalg_inv").checkSquare(a);
    long[] batch = Matrices.batch(a);
    return MatrixPlan.of(
        "linalg_inv",
        batch,
        new int[] {2, 0, 2},
        new Tensor[] {a},
        Matrices.columnMajor(a.dtype(), a.sizes()),
        Matrices.info(batch));
  }

  /** Plans the inverse of the product of a triangular factor and its adjoint. */
  public static MatrixPlan choleskyInverse(Tensor self, boolean upper) {
    new Matrices("cholesky_inverse").checkSquare(self);
    return MatrixPlan.of(
        "cholesky_inverse",
        Matrices.batch(self),
        new int[] {2, 2},
        new Tensor[] {self},
        Matrices.columnMajor(self.dtype(), self.sizes()));
  }
}
