package jackfield.aten.composite.statistics;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.stream.IntStream;

/**
 * Bounds the norms of the slices of a dimension; differentiated through what it calls.
 *
 * <p><em>Source</em>: PyTorch 2.6, its small number that is added to a norm included.
 */
public final class RenormKernels {
  private static final double SMALL = 1e-7;

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public RenormKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Shrinks each slice of {@code dim} whose norm is larger than {@code maxnorm}; row-major. */
  public Tensor renorm(Tensor self, Scalar p, long dim, Scalar maxnorm) {
    int along = check(self, p, dim, maxnorm);
    long[] others =
        IntStream.range(0, self.rank()).filter(other -> other != along).asLongStream().toArray();
    DType type = self.dtype().isHalf() ? DType.FLOAT32 : null;
    Tensor norm = aten.linalgVectorNorm(self, p, others, true, type);
    Tensor shrunk = aten.mul(aten.reciprocal(aten.add(norm, SMALL)), maxnorm);
    Tensor factor = aten.where(aten.gt(norm, maxnorm), shrunk, 1);
    return aten.contiguous(aten.to(aten.mul(self, factor), self.dtype()));
  }

  /** Shrinks as {@link #renorm} does, in place. */
  public Tensor renormInPlace(Tensor self, Scalar p, long dim, Scalar maxnorm) {
    return given.inPlace("renorm", renorm(given.source(self), p, dim, maxnorm), self);
  }

  /** Writes the result of {@link #renorm} into {@code out}. */
  public Tensor renormOut(Tensor self, Scalar p, long dim, Scalar maxnorm, Tensor out) {
    return given.into("renorm", renorm(self, p, dim, maxnorm), out);
  }

  private static int check(Tensor self, Scalar p, long dim, Scalar maxnorm) {
    if (p.type().isComplex() || !(p.toDouble() > 0)) {
      throw new InvalidArgument("renorm", "p", "is %s, expected a positive number".formatted(p));
    }
    if (maxnorm.type().isComplex() || !(maxnorm.toDouble() >= 0)) {
      throw new InvalidArgument(
          "renorm", "maxnorm", "is %s, expected 0 or a positive number".formatted(maxnorm));
    }
    if (self.rank() < 2) {
      throw new ShapeMismatch("renorm", "expected at least 2 dimensions", self.sizes());
    }
    if (!self.dtype().isFloating() && !self.dtype().isComplex()) {
      throw new TypeMismatch("renorm", "expected a floating type, found " + self.dtype());
    }
    return Dimensions.wrap("renorm", dim, self.rank());
  }
}
