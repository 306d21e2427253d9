package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgEigh;
import jackfield.aten.LinalgEighEigvals;
import jackfield.aten._LinalgEigh;
import jackfield.aten._LinalgEighEigenvalues;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.Tensor;

/**
 * Eigenvalues and eigenvectors.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class EigenComposites {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public EigenComposites(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns eigenvalues and eigenvectors of Hermitian matrices. */
  public LinalgEigh.Result eigh(Tensor self, String uplo) {
    _LinalgEigh.Result found = aten._linalgEigh(self, uplo, true);
    return new LinalgEigh.Result(found.eigenvalues(), found.eigenvectors());
  }

  /** Writes {@link #eigh} into {@code values} and {@code vectors}. */
  public LinalgEighEigvals.Result eighOut(Tensor self, String uplo, Tensor values, Tensor vectors) {
    _LinalgEighEigenvalues.Result found = aten._linalgEighOut(self, uplo, true, values, vectors);
    return new LinalgEighEigvals.Result(found.eigenvalues(), found.eigenvectors());
  }

  /** Returns eigenvalues; the vectors are computed only if a gradient may need them. */
  public Tensor eigvalsh(Tensor self, String uplo) {
    return aten._linalgEigh(self, uplo, self.requiresGrad()).eigenvalues();
  }

  /** Writes eigenvalues of Hermitian matrices into {@code out}. */
  public Tensor eigvalshOut(Tensor self, String uplo, Tensor out) {
    return aten._linalgEighOut(self, uplo, false, out, aten.newEmpty(self, 0)).eigenvalues();
  }

  /** Returns eigenvalues of square matrices. */
  public Tensor eigvals(Tensor self) {
    return aten.linalgEig(self).eigenvalues();
  }

  /** Writes eigenvalues of square matrices into {@code out}. */
  public Tensor eigvalsOut(Tensor self, Tensor out) {
    return given.castInto("linalg_eigvals", eigvals(self), out);
  }
}
