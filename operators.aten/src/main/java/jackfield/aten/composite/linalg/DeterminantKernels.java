package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgSlogdet;
import jackfield.aten.LinalgSlogdetOut;
import jackfield.aten.Slogdet;
import jackfield.aten.SlogdetOut;
import jackfield.aten._LinalgSlogdet;
import jackfield.aten._LinalgSlogdetSign;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Determinants, from triangular factors.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DeterminantKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DeterminantKernels(Aten aten) {
    this.aten = aten;
  }

  /** Returns the determinants. */
  public Tensor det(Tensor a) {
    return aten._linalgDet(a).result_();
  }

  /** Writes the determinants into {@code out}. */
  public Tensor detOut(Tensor a, Tensor out) {
    return aten._linalgDetOut(a, out, unused(a), pivots(a)).result_();
  }

  private Tensor unused(Tensor a) {
    return aten.newEmpty(a, 0);
  }

  private Tensor pivots(Tensor a) {
    return aten.newEmpty(a, new long[] {0}, DType.INT32);
  }

  /** Returns signs, of magnitude 1 or 0, and logarithms of magnitudes. */
  public LinalgSlogdet.Result slogdet(Tensor a) {
    _LinalgSlogdet.Result found = aten._linalgSlogdet(a);
    return new LinalgSlogdet.Result(found.sign(), found.logabsdet());
  }

  /** Writes signs and logarithms of magnitudes. */
  public LinalgSlogdetOut.Result slogdetOut(Tensor a, Tensor sign, Tensor logabsdet) {
    _LinalgSlogdetSign.Result found =
        aten._linalgSlogdetOut(a, sign, logabsdet, unused(a), pivots(a));
    return new LinalgSlogdetOut.Result(found.sign(), found.logabsdet());
  }

  /** Returns {@link #slogdet} for the operator without a prefix. */
  public Slogdet.Result slogdetOld(Tensor a) {
    LinalgSlogdet.Result found = aten.linalgSlogdet(a);
    return new Slogdet.Result(found.sign(), found.logabsdet());
  }

  /** Writes {@link #slogdet} for the operator without a prefix. */
  public SlogdetOut.Result slogdetOldOut(Tensor a, Tensor sign, Tensor logabsdet) {
    LinalgSlogdetOut.Result found = aten.linalgSlogdetOut(a, sign, logabsdet);
    return new SlogdetOut.Result(found.sign(), found.logabsdet());
  }

  /** Returns the logarithms of determinants: NaN for negative ones, complex of complex ones. */
  public Tensor logdet(Tensor self) {
    LinalgSlogdet.Result found = aten.linalgSlogdet(self);
    if (self.dtype().isComplex()) {
      return aten.add(aten.log(found.sign()), found.logabsdet());
    }
    return aten.where(aten.eq(found.sign(), -1), Double.NaN, found.logabsdet());
  }
}
