package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Keeps one triangle of matrices and writes 0 elsewhere; differentiated through {@code where}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class TriangleKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public TriangleKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Keeps the elements on and below a diagonal. */
  public Tensor lower(Tensor self, long diagonal) {
    return kept("tril", self, diagonal, false);
  }

  /** Keeps the elements on and below a diagonal of the tensor itself. */
  public Tensor lowerInPlace(Tensor self, long diagonal) {
    return aten.copy_(self, lower(self, diagonal));
  }

  /** Keeps the elements on and below a diagonal, in {@code out}. */
  public Tensor lowerOut(Tensor self, long diagonal, Tensor out) {
    return given.into("tril", lower(self, diagonal), out);
  }

  /** Keeps the elements on and above a diagonal. */
  public Tensor upper(Tensor self, long diagonal) {
    return kept("triu", self, diagonal, true);
  }

  /** Keeps the elements on and above a diagonal of the tensor itself. */
  public Tensor upperInPlace(Tensor self, long diagonal) {
    return aten.copy_(self, upper(self, diagonal));
  }

  /** Keeps the elements on and above a diagonal, in {@code out}. */
  public Tensor upperOut(Tensor self, long diagonal, Tensor out) {
    return given.into("triu", upper(self, diagonal), out);
  }

  private Tensor kept(String operator, Tensor self, long diagonal, boolean isUpper) {
    if (self.rank() < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", self.sizes());
    }
    long rows = self.size(self.rank() - 2);
    long columns = self.size(self.rank() - 1);
    long start = Math.clamp(diagonal, -rows - 1, columns + 1); // beyond, nothing changes
    Tensor last = aten.add(aten.unsqueeze(numbers(self, rows), 1), start);
    Tensor column = numbers(self, columns);
    Tensor dropped = isUpper ? aten.gt(last, column) : aten.gt(column, last);
    return aten.contiguous(aten.where(dropped, aten.newZeros(self), self));
  }

  private Tensor numbers(Tensor self, long count) {
    return aten.arange(Scalar.of(count), DType.INT64, null, self.device());
  }
}
