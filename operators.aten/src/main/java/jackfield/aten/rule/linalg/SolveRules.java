package jackfield.aten.rule.linalg;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The rules of systems of linear equations {@code A X = B}; each is named for its operator and
 * takes its arguments. The batches of {@code A} and {@code B} are broadcast.
 *
 * <p><em>Types</em>: float32, float64, complex64, complex128, the same for {@code A} and {@code B}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SolveRules {
  private SolveRules() {}

  /**
   * Plans the solutions, then the factors, pivots and infos of {@code A}.
   *
   * @param b matrices or, if its sizes are those of {@code a} without the last, vectors
   * @param left whether to solve {@code A X = B}, otherwise {@code X A = B}
   */
  public static MatrixPlan solveEx(Tensor a, Tensor b, boolean left, boolean checkErrors) {
    Matrices matrices = new Matrices("linalg_solve");
    matrices.checkSquare(a);
    boolean isVector = isVector(a, b);
    if (isVector && !left) {
      throw new ShapeMismatch(
          "linalg_solve", "expected matrices B with left=False", a.sizes(), b.sizes());
    }
    Tensor sides = isVector ? column(b) : b;
    matrices.checkSystem(a, sides, left);
    long[] batch = matrices.batch(a, sides);
    long[] sizes =
        isVector
            ? Matrices.with(batch, Matrices.rows(sides))
            : Matrices.with(batch, Matrices.rows(sides), Matrices.columns(sides));
    OutputSpec result =
        left ? Matrices.columnMajor(a.dtype(), sizes) : new OutputSpec(a.dtype(), sizes);
    return MatrixPlan.of(
        "linalg_solve",
        batch,
        new int[] {isVector ? 1 : 2, 2, 1, 0, 2, 2},
        new Tensor[] {a, sides},
        result,
        Matrices.columnMajor(a.dtype(), batch, Matrices.rows(a), Matrices.rows(a)),
        Matrices.rowMajor(DType.INT32, batch, Matrices.rows(a)),
        Matrices.info(batch));
  }

  /** Returns whether {@code b} has one vector for each matrix of {@code a}. */
  private static boolean isVector(Tensor a, Tensor b) {
    return b.rank() == 1
        || (b.rank() == a.rank() - 1
            && Arrays.equals(b.sizes(), Arrays.copyOf(a.sizes(), a.rank() - 1)));
  }

  private static Tensor column(Tensor b) {
    long[] strides = Arrays.copyOf(b.strides(), b.rank() + 1);
    strides[b.rank()] = 1;
    return b.alias(Matrices.with(b.sizes(), 1), strides, b.offset());
  }

  /** Plans the solutions of systems with triangular matrices. */
  public static MatrixPlan solveTriangular(
      Tensor self, Tensor b, boolean upper, boolean left, boolean unitriangular) {
    Matrices matrices = new Matrices("linalg_solve_triangular");
    matrices.checkSystem(self, b, left);
    return system(matrices, self, b, true);
  }

  private static MatrixPlan system(Matrices matrices, Tensor a, Tensor b, boolean isColumnMajor) {
    long[] batch = matrices.batch(a, b);
    long[] sizes = Matrices.with(batch, Matrices.rows(b), Matrices.columns(b));
    return MatrixPlan.of(
        matrices.operator(),
        batch,
        new int[] {2, 2, 2},
        new Tensor[] {a, b},
        isColumnMajor ? Matrices.columnMajor(a.dtype(), sizes) : new OutputSpec(a.dtype(), sizes));
  }

  /** Plans the solutions of systems with triangular matrices, and copies of these matrices. */
  public static MatrixPlan triangular(
      Tensor self, Tensor a, boolean upper, boolean transpose, boolean unitriangular) {
    Matrices matrices = new Matrices("triangular_solve");
    matrices.checkSystem(a, self, true);
    long[] batch = matrices.batch(a, self);
    return MatrixPlan.of(
        matrices.operator(),
        batch,
        new int[] {2, 2, 2, 2},
        new Tensor[] {self, a},
        Matrices.columnMajor(a.dtype(), batch, Matrices.rows(self), Matrices.columns(self)),
        Matrices.columnMajor(a.dtype(), batch, Matrices.rows(a), Matrices.rows(a)));
  }

  /** Plans the solutions of systems whose triangular factor {@code input2} is known. */
  public static MatrixPlan cholesky(Tensor self, Tensor input2, boolean upper) {
    Matrices matrices = new Matrices("cholesky_solve");
    matrices.checkSystem(input2, self, true);
    return system(matrices, input2, self, true);
  }

  /** Plans the solutions of systems whose factors are known. */
  public static MatrixPlan lu(Tensor lu, Tensor pivots, Tensor b, boolean left, boolean adjoint) {
    Matrices matrices = new Matrices("linalg_lu_solve");
    matrices.checkSystem(lu, b, left);
    matrices.checkPivots(lu, pivots, Matrices.rows(lu));
    long[] batch = matrices.batch(lu, b);
    long[] sizes = Matrices.with(batch, Matrices.rows(b), Matrices.columns(b));
    return MatrixPlan.of(
        matrices.operator(),
        batch,
        new int[] {2, 2, 1, 2},
        new Tensor[] {lu, pivots, b},
        left ? Matrices.columnMajor(lu.dtype(), sizes) : new OutputSpec(lu.dtype(), sizes));
  }

  /** Plans the exponentials of square matrices. */
  public static MatrixPlan matrixExp(Tensor self) {
    new Matrices("linalg_matrix_exp").checkSquare(self);
    return MatrixPlan.of(
        "linalg_matrix_exp",
        Matrices.batch(self),
        new int[] {2, 2},
        new Tensor[] {self},
        new OutputSpec(self.dtype(), self.sizes()));
  }
}
