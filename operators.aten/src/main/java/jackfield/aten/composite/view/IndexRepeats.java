package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Indexes that are repeated as often as a tensor tells, and classes as vectors of zeros and a one.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class IndexRepeats {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public IndexRepeats(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Returns each index as often as {@code repeats} tells. Where an index begins, 1 is added to a
   * tensor of zeros; the sums up to each element are the indexes.
   */
  public Tensor indexes(Tensor repeats, Long outputSize) {
    checkRepeats(repeats);
    Tensor ends = aten.cumsum(repeats, 0);
    long count = repeats.size(0);
    long total = count == 0 ? 0 : counted(aten.select(ends, 0, -1));
    if (outputSize != null && outputSize != total) {
      throw new InvalidArgument(
          "repeat_interleave", "output_size", "is %d, expected %d".formatted(outputSize, total));
    }
    Tensor zeros = aten.newZeros(ends, total + 1);
    if (count > 1) {
      Tensor begins = aten.slice(ends, 0, 0L, count - 1);
      zeros = aten.indexAdd(zeros, 0, begins, aten.newOnes(ends, count - 1));
    }
    Tensor indexes = aten.cumsum(aten.slice(zeros, 0, 0L, total), 0);
    return aten.to(indexes, repeats.dtype());
  }

  private void checkRepeats(Tensor repeats) {
    if (repeats.rank() != 1) {
      throw new ShapeMismatch("repeat_interleave", "expected a vector", repeats.sizes());
    }
    if (repeats.dtype() != DType.INT64 && repeats.dtype() != DType.INT32) {
      throw new TypeMismatch(
          "repeat_interleave", "expected int32 or int64, found " + repeats.dtype());
    }
    if (isSome(aten.lt(repeats, Scalar.ZERO))) {
      throw new InvalidArgument("repeat_interleave", "repeats", "has a negative element");
    }
  }

  private boolean isSome(Tensor condition) {
    return aten.nonzero(condition).size(0) > 0;
  }

  /** Returns the value of a number of 0 or more, which is found by halving. */
  private long counted(Tensor number) {
    long value = 0;
    for (int bit = Long.SIZE - 2; bit >= 0; bit--) {
      long next = value | 1L << bit;
      value = isSome(aten.ge(number, Scalar.of(next))) ? next : value;
    }
    return value;
  }

  /** Writes the indexes of {@link #indexes} into {@code out}. */
  public Tensor indexesOut(Tensor repeats, Long outputSize, Tensor out) {
    return given.into("repeat_interleave", indexes(repeats, outputSize), out);
  }

  /** Repeats each index of a dimension, or each element, as often as {@code repeats} tells. */
  public Tensor repeat(Tensor self, Tensor repeats, Long dim, Long outputSize) {
    Tensor whole = dim == null || self.rank() == 0 ? aten.ravel(self) : self;
    int along = dim == null ? 0 : Dimensions.wrap("repeat_interleave", dim, whole.rank());
    long size = whole.size(along);
    if (repeats.rank() > 1
        || (repeats.rank() == 1 && repeats.size(0) != 1 && repeats.size(0) != size)) {
      throw new ShapeMismatch(
          "repeat_interleave", "expected one number for each index", repeats.sizes());
    }
    boolean isOne = repeats.rank() == 0 || (repeats.size(0) == 1 && size != 1);
    Tensor counts = isOne ? aten.expand(aten.ravel(repeats), size) : repeats;
    return aten.indexSelect(whole, along, aten.repeatInterleave(counts, outputSize));
  }

  /** Returns, for each class, a vector with 1 at its place and 0 elsewhere. */
  public Tensor oneHot(Tensor self, long numClasses) {
    if (self.dtype() != DType.INT64) {
      throw new TypeMismatch("one_hot", "expected int64, found " + self.dtype());
    }
    long classes = numClasses;
    if (self.elementCount() == 0 && numClasses <= 0) {
      throw new InvalidArgument("one_hot", "num_classes", "is unknown for no elements");
    }
    if (isSome(aten.lt(self, Scalar.ZERO))) {
      throw new InvalidArgument("one_hot", "self", "has a negative element");
    }
    if (numClasses == -1) {
      classes = Shapes.position(1, counted(aten.amax(aten.ravel(self), 0)), 1);
    } else if (numClasses < 1) {
      throw new InvalidArgument(
          "one_hot", "num_classes", "is %d, expected 1 or more".formatted(numClasses));
    } else if (isSome(aten.ge(self, Scalar.of(numClasses)))) {
      throw new InvalidArgument("one_hot", "self", "has an element beyond the last class");
    }
    Tensor places = aten.arange(classes, DType.INT64, null, self.device());
    return aten.to(aten.eq(aten.unsqueeze(aten.contiguous(self), -1), places), DType.INT64);
  }
}
