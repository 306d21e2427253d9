package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Kernels that join tensors, or copies of one tensor; composed of {@code cat} and {@code expand}
 * and differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class JoinKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public JoinKernels(Aten aten) {
    this.aten = aten;
  }

  /** Joins tensors of one shape along a new dimension. */
  public Tensor stack(Tensor[] tensors, long dim) {
    Tensor first = first("stack", tensors);
    int at = Dimensions.wrap("stack", dim, first.rank() + 1);
    for (Tensor tensor : tensors) {
      if (!Arrays.equals(tensor.sizes(), first.sizes())) {
        throw new ShapeMismatch("stack", "expected equal sizes", first.sizes(), tensor.sizes());
      }
    }
    return aten.cat(each(tensors, tensor -> aten.unsqueeze(tensor, at)), at);
  }

  /** Joins tensors along the second dimension, vectors along the first. */
  public Tensor horizontally(Tensor[] tensors) {
    first("hstack", tensors);
    Tensor[] wide = each(tensors, aten::atleast1d);
    return aten.cat(wide, wide[0].rank() == 1 ? 0 : 1);
  }

  /** Joins tensors along the first dimension, vectors as rows. */
  public Tensor vertically(Tensor[] tensors) {
    first("vstack", tensors);
    return aten.cat(each(tensors, aten::atleast2d), 0);
  }

  private static Tensor first(String operator, Tensor[] tensors) {
    if (tensors.length == 0) {
      throw new InvalidArgument(operator, "tensors", "is empty");
    }
    return tensors[0];
  }

  private static Tensor[] each(Tensor[] tensors, UnaryOperator<Tensor> change) {
    return Arrays.stream(tensors).map(change).toArray(Tensor[]::new);
  }

  /** Joins copies of the tensor: the given number of them along each dimension. */
  public Tensor repeat(Tensor self, long[] repeats) {
    int added = repeats.length - self.rank();
    if (added < 0) {
      throw new ShapeMismatch(
          "repeat", "expected a number for each dimension", self.sizes(), repeats);
    }
    Dimensions.checkNotNegative("repeat", "repeats", repeats);
    long[] apart =
        new long[2 * repeats.length]; // add a dimension before each one, along which to repeat
    long[] expanded = new long[2 * repeats.length];
    long[] sizes = new long[repeats.length];
    for (int dim = 0; dim < repeats.length; dim++) {
      long size = dim < added ? 1 : self.size(dim - added);
      apart[2 * dim] = 1;
      apart[2 * dim + 1] = size;
      expanded[2 * dim] = repeats[dim];
      expanded[2 * dim + 1] = size;
      sizes[dim] = Shapes.product(size, repeats[dim]);
    }
    Tensor copies = aten.expand(aten.view(self, apart), expanded, false);
    return aten._unsafeView(aten.clone(copies, MemoryFormat.CONTIGUOUS), sizes);
  }

  /** Joins copies of the tensor; numbers of repeats that are missing in front are 1. */
  public Tensor tile(Tensor self, long[] dims) {
    int missing = self.rank() - dims.length;
    if (missing <= 0) {
      return aten.repeat(self, dims);
    }
    long[] repeats = new long[self.rank()];
    Arrays.fill(repeats, 0, missing, 1);
    System.arraycopy(dims, 0, repeats, missing, dims.length);
    return aten.repeat(self, repeats);
  }

  /** Rotates elements along dimensions: elements shifted past the end reappear at the beginning. */
  public Tensor roll(Tensor self, long[] shifts, long[] dims) {
    if (dims.length == 0 && shifts.length == 1) {
      Tensor row = aten.ravel(self);
      return aten.view(rolled(row, shifts[0], 0), self.sizes());
    }
    if (shifts.length == 0 || shifts.length != dims.length) {
      throw new InvalidArgument(
          "roll",
          "shifts",
          "%s does not match dims %s".formatted(Arrays.toString(shifts), Arrays.toString(dims)));
    }
    Tensor rolled = self;
    for (int i = 0; i < dims.length; i++) {
      rolled = rolled(rolled, shifts[i], dims[i]);
    }
    return rolled;
  }

  private Tensor rolled(Tensor self, long shift, long dim) {
    int at = SplitKernels.dimension("roll", self, dim);
    if (self.elementCount() == 0) {
      return aten.clone(self);
    }
    long size = self.size(at);
    long start = Math.floorMod(-Math.floorMod(shift, size), size);
    Tensor[] parts = {aten.narrow(self, at, start, size - start), aten.narrow(self, at, 0, start)};
    return aten.cat(parts, at);
  }
}
