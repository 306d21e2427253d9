package jackfield.aten.composite.statistics;

import jackfield.aten.Aten;
import jackfield.aten.composite.Numbers;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Forms of the search in ordered rows: for bare numbers, and between boundaries.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SearchKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SearchKernels(Aten aten) {
    this.aten = aten;
  }

  /** Returns where a number could be inserted into an ordered vector. */
  public Tensor searchsorted(
      Tensor sortedSequence,
      Scalar self,
      boolean outInt32,
      boolean right,
      String side,
      Tensor sorter) {
    requireVector("searchsorted", sortedSequence);
    Tensor number = Numbers.wrapped(aten, self, sortedSequence.device());
    return aten.searchsorted(sortedSequence, number, outInt32, right, side, sorter);
  }

  /** Writes the result of {@link #searchsorted} into {@code out}. */
  public Tensor searchsortedOut(
      Tensor sortedSequence,
      Scalar self,
      boolean outInt32,
      boolean right,
      String side,
      Tensor sorter,
      Tensor out) {
    requireVector("searchsorted", sortedSequence);
    Tensor number = Numbers.wrapped(aten, self, sortedSequence.device());
    return aten.searchsortedOut(sortedSequence, number, outInt32, right, side, sorter, out);
  }

  /** Returns the bucket of each element. */
  public Tensor bucketize(Tensor self, Tensor boundaries, boolean outInt32, boolean right) {
    requireVector("bucketize", boundaries);
    return aten.searchsorted(boundaries, self, outInt32, right, null, null);
  }

  /** Writes the result of {@link #bucketize} into {@code out}. */
  public Tensor bucketizeOut(
      Tensor self, Tensor boundaries, boolean outInt32, boolean right, Tensor out) {
    requireVector("bucketize", boundaries);
    return aten.searchsortedOut(boundaries, self, outInt32, right, null, null, out);
  }

  /** Returns the bucket of a number. */
  public Tensor bucketizeNumber(Scalar self, Tensor boundaries, boolean outInt32, boolean right) {
    Tensor number = Numbers.wrapped(aten, self, boundaries.device());
    return bucketize(number, boundaries, outInt32, right);
  }

  /** Writes the result of {@link #bucketizeNumber} into {@code out}. */
  public Tensor bucketizeNumberOut(
      Scalar self, Tensor boundaries, boolean outInt32, boolean right, Tensor out) {
    Tensor number = Numbers.wrapped(aten, self, boundaries.device());
    return bucketizeOut(number, boundaries, outInt32, right, out);
  }

  private static void requireVector(String operator, Tensor boundaries) {
    if (boundaries.rank() != 1) {
      throw new ShapeMismatch(operator, "expected an ordered vector", boundaries.sizes());
    }
  }
}
