package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;

/**
 * Elements that are 1 with a probability and else 0, of any type.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ChanceKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ChanceKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Writes into {@code self}.
   *
   * @throws InvalidArgument if {@code p} is not from 0 to 1, or {@code self} overlaps itself
   */
  public Tensor write(Tensor self, double p, Generator generator) {
    MemoryOverlap.refuseInternal("bernoulli_", self);
    return aten.copy_(self, drawn(self, p, generator));
  }

  /** Returns a tensor like {@code self}. */
  public Tensor create(Tensor self, double p, Generator generator) {
    return aten.bernoulli_(aten.emptyLike(self), p, generator);
  }

  /** Writes into {@code out}, which gets the sizes of {@code self} and has its type. */
  public Tensor createOut(Tensor self, double p, Generator generator, Tensor out) {
    return given.into("bernoulli", aten.bernoulli(self, p, generator), out);
  }

  private Tensor drawn(Tensor like, double p, Generator generator) {
    if (!(p >= 0 && p <= 1)) {
      throw new InvalidArgument("bernoulli", "p", "is %s, expected 0 to 1".formatted(p));
    }
    Tensor uniform = aten.emptyLike(like, DType.FLOAT64);
    return aten.lt(aten.uniform_(uniform, 0, 1, generator), p);
  }
}
