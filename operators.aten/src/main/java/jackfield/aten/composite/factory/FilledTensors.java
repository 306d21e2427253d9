package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Tensors of one value with the sizes of another, and diagonals of one value.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FilledTensors {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FilledTensors(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns a tensor like {@code self} in which every element is {@code value}. */
  public Tensor fill(Tensor self, Scalar value) {
    return aten.fill_(aten.emptyLike(self), value);
  }

  /** Writes the result of {@link #fill} into {@code out}. */
  public Tensor fillOut(Tensor self, Scalar value, Tensor out) {
    return given.into("fill", fill(self, value), out);
  }

  /** Returns a tensor like {@code self} in which every element is that of {@code value}. */
  public Tensor fillWithElement(Tensor self, Tensor value) {
    return aten.fill_(aten.emptyLike(self), value);
  }

  /** Writes the result of {@link #fillWithElement} into {@code out}. */
  public Tensor fillWithElementOut(Tensor self, Tensor value, Tensor out) {
    return given.into("fill", fillWithElement(self, value), out);
  }

  /**
   * Writes a value into the main diagonal.
   *
   * @param wrap whether a high matrix gets further diagonals, each one row below the end of the one
   *     before
   */
  public Tensor fillDiagonal(Tensor self, Scalar value, boolean wrap) {
    checkSizes(self);
    long size = Long.MAX_VALUE;
    long step = 0;
    for (int dim = 0; dim < self.rank(); dim++) {
      size = Math.min(size, self.size(dim));
      step = Shapes.position(step, 1, self.stride(dim));
    }
    Tensor main = aten.asStrided(self, new long[] {size}, step);
    boolean isHigh = self.rank() == 2 && self.size(0) - 1 > self.size(1);
    Tensor further = wrap && isHigh ? further(self, size, step) : null; // may be refused
    aten.fill_(main, value);
    if (further != null) {
      aten.fill_(further, value);
    }
    return self;
  }

  private Tensor further(Tensor self, long size, long step) {
    long period = self.size(1) + 1;
    long all = Math.ceilDiv(self.elementCount(), period);
    long start = Shapes.position(self.offset(), period, self.stride(0));
    return aten.asStrided(self, new long[] {all - size}, new long[] {step}, start);
  }

  private static void checkSizes(Tensor self) {
    if (self.rank() < 2) {
      throw new ShapeMismatch("fill_diagonal_", "expected at least 2 dimensions", self.sizes());
    }
    for (int dim = 1; self.rank() > 2 && dim < self.rank(); dim++) {
      if (self.size(dim) != self.size(0)) {
        throw new ShapeMismatch(
            "fill_diagonal_", "expected all dimensions to have one size", self.sizes());
      }
    }
  }
}
