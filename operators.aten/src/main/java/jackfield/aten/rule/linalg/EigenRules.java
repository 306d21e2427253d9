package jackfield.aten.rule.linalg;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.Locale;

/**
 * The rules of eigenvalues and of factors of symmetric matrices; each is named for its operator and
 * takes its arguments.
 *
 * <p><em>Types</em>: float32, float64, complex64, complex128; eigenvalues of Hermitian matrices are
 * real, others and their vectors complex.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class EigenRules {
  private static final long[] NO_ELEMENTS = {0};

  private EigenRules() {}

  /**
   * Plans the eigenvalues of Hermitian matrices, ascending, and eigenvectors as columns.
   *
   * @param uplo which triangle is read: U or L
   */
  public static MatrixPlan eigh(Tensor a, String uplo, boolean computeV) {
    Matrices matrices = new Matrices("linalg_eigh");
    matrices.checkSquare(a);
    if (!uplo.toUpperCase(Locale.ROOT).matches("[UL]")) {
      throw new InvalidArgument(
          matrices.operator(), "UPLO", "is \"%s\", expected U or L".formatted(uplo));
    }
    long[] batch = Matrices.batch(a);
    return MatrixPlan.of(
        matrices.operator(),
        batch,
        new int[] {1, 2, 2},
        new Tensor[] {a},
        Matrices.rowMajor(a.dtype().realType(), batch, Matrices.rows(a)),
        computeV
            ? Matrices.columnMajor(a.dtype(), a.sizes())
            : new OutputSpec(a.dtype(), NO_ELEMENTS));
  }

  /** Plans the eigenvalues of square matrices, and eigenvectors as columns. */
  public static MatrixPlan eig(Tensor self) {
    new Matrices("linalg_eig").checkSquare(self);
    long[] batch = Matrices.batch(self);
    DType type = self.dtype().complexType();
    return MatrixPlan.of(
        "linalg_eig",
        batch,
        new int[] {1, 2, 2},
        new Tensor[] {self},
        Matrices.rowMajor(type, batch, Matrices.rows(self)),
        Matrices.columnMajor(type, self.sizes()));
  }

  /** Plans the factors of symmetric or Hermitian matrices, with pivots and infos. */
  public static MatrixPlan ldlFactorEx(Tensor self, boolean hermitian, boolean checkErrors) {
    new Matrices("linalg_ldl_factor").checkSquare(self);
    long[] batch = Matrices.batch(self);
    return MatrixPlan.of(
        "linalg_ldl_factor",
        batch,
        new int[] {2, 1, 0, 2},
        new Tensor[] {self},
        Matrices.columnMajor(self.dtype(), self.sizes()),
        Matrices.rowMajor(DType.INT32, batch, Matrices.rows(self)),
        Matrices.info(batch));
  }

  /**
   * Plans the solutions of systems with symmetric or Hermitian matrices whose factors are known.
   */
  public static MatrixPlan ldlSolve(Tensor ld, Tensor pivots, Tensor b, boolean hermitian) {
    Matrices matrices = new Matrices("linalg_ldl_solve");
    matrices.checkSystem(ld, b, true);
    matrices.checkPivots(ld, pivots, Matrices.rows(ld));
    long[] batch = matrices.batch(ld, b);
    return MatrixPlan.of(
        matrices.operator(),
        batch,
        new int[] {2, 2, 1, 2},
        new Tensor[] {ld, pivots, b},
        Matrices.columnMajor(ld.dtype(), batch, Matrices.rows(b), Matrices.columns(b)));
  }
}
