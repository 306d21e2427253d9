package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;

/**
 * Random numbers in new tensors of the sizes, the type and the layout of {@code self}.
 *
 * <p><em>Source</em>: the functional forms that PyTorch 2.6 derives from those in place.
 */
public final class DrawnCopies {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DrawnCopies(Aten aten) {
    this.aten = aten;
  }

  /** Returns uniform numbers from [{@code from}, {@code to}). */
  public Tensor uniform(Tensor self, double from, double to, Generator generator) {
    return aten.uniform_(aten.emptyLike(self), from, to, generator);
  }

  /** Returns normally distributed numbers. */
  public Tensor normal(Tensor self, double mean, double std, Generator generator) {
    return aten.normal_(aten.emptyLike(self), mean, std, generator);
  }

  /** Returns powers of e with normally distributed exponents. */
  public Tensor logNormal(Tensor self, double mean, double std, Generator generator) {
    return aten.logNormal_(aten.emptyLike(self), mean, std, generator);
  }

  /** Returns exponentially distributed numbers. */
  public Tensor exponential(Tensor self, double lambd, Generator generator) {
    return aten.exponential_(aten.emptyLike(self), lambd, generator);
  }

  /** Returns numbers of a Cauchy distribution. */
  public Tensor cauchy(Tensor self, double median, double sigma, Generator generator) {
    return aten.cauchy_(aten.emptyLike(self), median, sigma, generator);
  }

  /** Returns numbers of trials up to the first success. */
  public Tensor geometric(Tensor self, double p, Generator generator) {
    return aten.geometric_(aten.emptyLike(self), p, generator);
  }

  /** Returns integers from 0 to the largest one of the type. */
  public Tensor random(Tensor self, Generator generator) {
    return aten.random_(aten.emptyLike(self), generator);
  }

  /** Returns integers from 0 to {@code to}, which is excluded. */
  public Tensor randomTo(Tensor self, long to, Generator generator) {
    return aten.random_(aten.emptyLike(self), to, generator);
  }

  /** Returns integers from {@code from} to {@code to}, which is excluded. */
  public Tensor randomFrom(Tensor self, long from, Long to, Generator generator) {
    return aten.random_(aten.emptyLike(self), from, to, generator);
  }
}
