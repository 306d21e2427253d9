package jackfield.aten.composite.activation;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/** The two halves of a tensor along a dimension. */
final class Halves {
  private Halves() {}

  /**
   * Returns the halves as views.
   *
   * @throws ShapeMismatch if the dimension has an odd size
   */
  static Tensor[] of(Aten aten, String operator, Tensor self, long dim) {
    if (self.rank() == 0) {
      throw new ShapeMismatch(operator, "expected at least one dimension", self.sizes());
    }
    if (dim < -self.rank() || dim >= self.rank()) {
      throw new InvalidArgument(
          operator, "dim", "must be one of %d dimensions, found %d".formatted(self.rank(), dim));
    }
    long along = dim < 0 ? dim + self.rank() : dim;
    long size = self.size((int) along);
    if (size % 2 != 0) {
      throw new ShapeMismatch(
          operator, "expected dimension %d to have an even size".formatted(along), self.sizes());
    }
    long half = size / 2;
    return new Tensor[] {aten.narrow(self, along, 0, half), aten.narrow(self, along, half, half)};
  }
}
