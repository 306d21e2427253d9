package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Splits along the first, second or third dimension, and exchanges of dimensions in place.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class AxisSplits {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public AxisSplits(Aten aten) {
    this.aten = aten;
  }

  /** Splits the second dimension, or that of a vector, into equal parts. */
  public Tensor[] horizontally(Tensor self, long sections) {
    return equal("hsplit", self, self.rank() == 1 ? 0 : 1, 1, sections);
  }

  /** Splits the second dimension, or that of a vector, before each of the indices. */
  public Tensor[] horizontallyAt(Tensor self, long[] indices) {
    requireRank("hsplit", self, 1);
    return aten.tensorSplit(self, indices, self.rank() == 1 ? 0 : 1);
  }

  /** Splits the first dimension into equal parts. */
  public Tensor[] vertically(Tensor self, long sections) {
    return equal("vsplit", self, 0, 2, sections);
  }

  /** Splits the first dimension before each of the indices. */
  public Tensor[] verticallyAt(Tensor self, long[] indices) {
    requireRank("vsplit", self, 2);
    return aten.tensorSplit(self, indices, 0);
  }

  /** Splits the third dimension into equal parts. */
  public Tensor[] deep(Tensor self, long sections) {
    return equal("dsplit", self, 2, 3, sections);
  }

  /** Splits the third dimension before each of the indices. */
  public Tensor[] deepAt(Tensor self, long[] indices) {
    requireRank("dsplit", self, 3);
    return aten.tensorSplit(self, indices, 2);
  }

  private Tensor[] equal(String operator, Tensor self, int dim, int least, long sections) {
    requireRank(operator, self, least);
    if (sections <= 0 || self.size(dim) % sections != 0) {
      throw new InvalidArgument(
          operator,
          "sections",
          "is %d, expected a divisor of %d".formatted(sections, self.size(dim)));
    }
    return aten.tensorSplit(self, sections, (long) dim);
  }

  private static void requireRank(String operator, Tensor self, int least) {
    if (self.rank() < least) {
      throw new ShapeMismatch(
          operator, "expected at least %d dimensions".formatted(least), self.sizes());
    }
  }

  /** Exchanges two dimensions in place. */
  public Tensor swapInPlace(Tensor self, long dim0, long dim1) {
    return aten.transpose_(self, dim0, dim1);
  }
}
