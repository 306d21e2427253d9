package jackfield.aten.composite.statistics;

import jackfield.aten.Aten;
import jackfield.aten.StdMean;
import jackfield.aten.StdMeanCorrection;
import jackfield.aten.StdMeanDim;
import jackfield.aten.VarMean;
import jackfield.aten.VarMeanCorrection;
import jackfield.aten.VarMeanDim;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Variances and standard deviations whose divisor is the number of elements, or one less if they
 * are unbiased.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class StatisticsKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public StatisticsKernels(Aten aten) {
    this.aten = aten;
  }

  /** Computes the variance of all elements. */
  public Tensor var(Tensor self, boolean unbiased) {
    return aten.var(self, null, correction(unbiased), false);
  }

  /** Computes the variance over {@code dim}. */
  public Tensor varDim(Tensor self, long[] dim, boolean unbiased, boolean keepdim) {
    return aten.var(self, dim, correction(unbiased), keepdim);
  }

  /** Computes the variance over {@code dim} into {@code out}. */
  public Tensor varOut(Tensor self, long[] dim, boolean unbiased, boolean keepdim, Tensor out) {
    return aten.varOut(self, dim, correction(unbiased), keepdim, out);
  }

  /** Computes the standard deviation of all elements. */
  public Tensor std(Tensor self, boolean unbiased) {
    return aten.std(self, null, correction(unbiased), false);
  }

  /** Computes the standard deviation over {@code dim}. */
  public Tensor stdDim(Tensor self, long[] dim, boolean unbiased, boolean keepdim) {
    return aten.std(self, dim, correction(unbiased), keepdim);
  }

  /** Computes the standard deviation over {@code dim} into {@code out}. */
  public Tensor stdOut(Tensor self, long[] dim, boolean unbiased, boolean keepdim, Tensor out) {
    return aten.stdOut(self, dim, correction(unbiased), keepdim, out);
  }

  /** Computes variance and mean of all elements. */
  public VarMean.Result varMean(Tensor self, boolean unbiased) {
    VarMeanCorrection.Result both = aten.varMean(self, null, correction(unbiased), false);
    return new VarMean.Result(both.first(), both.second());
  }

  /** Computes variance and mean over {@code dim}. */
  public VarMeanDim.Result varMeanDim(Tensor self, long[] dim, boolean unbiased, boolean keepdim) {
    VarMeanCorrection.Result both = aten.varMean(self, dim, correction(unbiased), keepdim);
    return new VarMeanDim.Result(both.first(), both.second());
  }

  /** Computes standard deviation and mean of all elements. */
  public StdMean.Result stdMean(Tensor self, boolean unbiased) {
    StdMeanCorrection.Result both = aten.stdMean(self, null, correction(unbiased), false);
    return new StdMean.Result(both.first(), both.second());
  }

  /** Computes standard deviation and mean over {@code dim}. */
  public StdMeanDim.Result stdMeanDim(Tensor self, long[] dim, boolean unbiased, boolean keepdim) {
    StdMeanCorrection.Result both = aten.stdMean(self, dim, correction(unbiased), keepdim);
    return new StdMeanDim.Result(both.first(), both.second());
  }

  private static Scalar correction(boolean unbiased) {
    return unbiased ? Scalar.ONE : Scalar.ZERO;
  }
}
