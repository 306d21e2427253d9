package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgEigh;
import jackfield.aten.LinalgSvd;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Pseudoinverses, from singular values or, for Hermitian matrices, from eigenvalues.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class InverseKernels {
  private static final String OPERATOR = "linalg_pinv";

  private final Aten aten;
  private final GivenResults given;
  private final SingularTolerance tolerance;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public InverseKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
    this.tolerance = new SingularTolerance(aten);
  }

  /** Returns the exponentials of matrices. */
  public Tensor matrixExp(Tensor self) {
    return aten.linalgMatrixExp(self);
  }

  /**
   * Returns pseudoinverses.
   *
   * @param atol null for 0
   * @param rtol null for the standard
   */
  public Tensor pinvTensor(Tensor self, Tensor atol, Tensor rtol, boolean hermitian) {
    check(self, hermitian);
    int row = self.rank() - 2;
    if (self.elementCount() == 0) {
      long[] sizes = self.sizes().clone();
      sizes[row] = self.size(row + 1);
      sizes[row + 1] = self.size(row);
      return aten.newEmpty(self, sizes);
    }
    Tensor absolute = atol == null ? tolerance.absolute(self, null) : atol;
    Tensor relative = rtol == null ? tolerance.relative(self, atol) : rtol;
    if (hermitian) {
      LinalgEigh.Result eigen = aten.linalgEigh(self);
      Tensor counts = tolerance.counts(aten.abs(eigen.eigenvalues()), absolute, relative);
      Tensor vectors = eigen.eigenvectors();
      return product(vectors, eigen.eigenvalues(), counts, aten.mH(vectors));
    }
    LinalgSvd.Result factors = aten.linalgSvd(self, false);
    Tensor counts = tolerance.counts(factors.S(), absolute, relative);
    return product(aten.mH(factors.Vh()), factors.S(), counts, aten.mH(factors.U()));
  }

  private void check(Tensor self, boolean hermitian) {
    SingularTolerance.check(OPERATOR, self);
    int row = self.rank() - 2;
    if (hermitian && self.size(row) != self.size(row + 1)) {
      throw new ShapeMismatch(OPERATOR, "expected square matrices", self.sizes());
    }
  }

  /** Returns {@code left diag(1 / values) right}, where only some values count. */
  private Tensor product(Tensor left, Tensor values, Tensor counts, Tensor right) {
    Tensor inverse = aten.where(counts, aten.reciprocal(values), aten.newZeros(values, 1));
    return aten.matmul(aten.mul(left, aten.unsqueeze(inverse, -2)), right);
  }

  /** Returns pseudoinverses for tolerances that are numbers. */
  public Tensor pinv(Tensor self, Double atol, Double rtol, boolean hermitian) {
    check(self, hermitian);
    return aten.linalgPinv(
        self, tolerance.absolute(self, atol), tolerance.relative(self, atol, rtol), hermitian);
  }

  /** Writes {@link #pinv} into {@code out}, converted to its type. */
  public Tensor pinvOut(Tensor self, Double atol, Double rtol, boolean hermitian, Tensor out) {
    return given.castInto(OPERATOR, pinv(self, atol, rtol, hermitian), out);
  }

  /** Returns pseudoinverses for a tolerance relative to the largest singular value. */
  public Tensor pinvRcond(Tensor self, double rcond, boolean hermitian) {
    return pinv(self, 0.0, rcond, hermitian);
  }

  /** Returns pseudoinverses for a tolerance relative to the largest singular value. */
  public Tensor pinverse(Tensor self, double rcond) {
    return pinvRcond(self, rcond, false);
  }
}
