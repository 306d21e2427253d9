package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;

/**
 * Ones with given probabilities, and else zeros, in new tensors.
 *
 * <p><em>Layout</em>: row-major, except that {@link #tensor} keeps that of {@code self}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class BernoulliKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public BernoulliKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Draws with the probabilities of {@code self}. */
  public Tensor ofSelf(Tensor self, Generator generator) {
    return aten.bernoulli_(aten.newEmpty(self, self.sizes()), self, generator);
  }

  /** Draws with the probabilities of {@code self}, in the type of {@code out}. */
  public Tensor ofSelfOut(Tensor self, Generator generator, Tensor out) {
    Tensor drawn = aten.bernoulli_(aten.newEmpty(out, self.sizes()), self, generator);
    return given.into("bernoulli", drawn, out);
  }

  /** Draws with one probability, in the sizes and type of {@code self}. */
  public Tensor number(Tensor self, double p, Generator generator) {
    return aten.bernoulli_(aten.newEmpty(self, self.sizes()), p, generator);
  }

  /** Writes the result of {@link #number} into {@code out}. */
  public Tensor numberOut(Tensor self, double p, Generator generator, Tensor out) {
    return given.into("bernoulli", number(self, p, generator), out);
  }

  /** Draws with the probabilities of {@code p}, in the sizes and type of {@code self}. */
  public Tensor tensor(Tensor self, Tensor p, Generator generator) {
    return aten.bernoulli_(aten.emptyLike(self), p, generator);
  }
}
