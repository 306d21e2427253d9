package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgSvd;
import jackfield.aten.LinalgSvdU;
import jackfield.aten._LinalgSvd;
import jackfield.aten._LinalgSvdU;
import jackfield.tensor.Tensor;

/**
 * Decompositions of matrices that are composed of other operators and differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DecompositionKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DecompositionKernels(Aten aten) {
    this.aten = aten;
  }

  /** Returns the factors of a singular value decomposition. */
  public LinalgSvd.Result svd(Tensor a, boolean fullMatrices, String driver) {
    _LinalgSvd.Result factors = aten._linalgSvd(a, fullMatrices, true, driver);
    return new LinalgSvd.Result(factors.U(), factors.S(), factors.Vh());
  }

  /** Writes the factors of a singular value decomposition. */
  public LinalgSvdU.Result svdOut(
      Tensor a, boolean fullMatrices, String driver, Tensor u, Tensor s, Tensor vh) {
    _LinalgSvdU.Result factors = aten._linalgSvdOut(a, fullMatrices, true, driver, u, s, vh);
    return new LinalgSvdU.Result(factors.U(), factors.S(), factors.Vh());
  }

  /** Returns the singular values; the vectors are computed only if a gradient may need them. */
  public Tensor svdvals(Tensor a, String driver) {
    return aten._linalgSvd(a, false, a.requiresGrad(), driver).S();
  }

  /** Writes the singular values. */
  public Tensor svdvalsOut(Tensor a, String driver, Tensor out) {
    Tensor u = aten.newEmpty(a, new long[] {0});
    Tensor vh = aten.newEmpty(a, new long[] {0});
    return aten._linalgSvdOut(a, false, false, driver, u, out, vh).S();
  }
}
