package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Tensors that are put together from others and differentiated through what they call.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class AssemblyKernels {
  /** Bounds the number of steps, each of which copies all rows. */
  private static final int LONGEST_CHOICE = 64;

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public AssemblyKernels(Aten aten) {
    this.aten = aten;
  }

  /** Joins tensors along a dimension. */
  public Tensor concat(Tensor[] tensors, long dim) {
    return aten.cat(tensors, dim);
  }

  /** Joins tensors along the second dimension, vectors as columns. */
  public Tensor columns(Tensor[] tensors) {
    requireSome("column_stack", tensors);
    return aten.cat(each(tensors, this::column), 1);
  }

  private Tensor column(Tensor tensor) {
    return tensor.rank() > 1 ? tensor : aten.reshape(tensor, tensor.elementCount(), 1);
  }

  /** Joins tensors along the third dimension. */
  public Tensor deep(Tensor[] tensors) {
    requireSome("dstack", tensors);
    return aten.cat(each(tensors, aten::atleast3d), 2);
  }

  /** Joins tensors along the first dimension, vectors as rows. */
  public Tensor rows(Tensor[] tensors) {
    return aten.vstack(tensors);
  }

  private static void requireSome(String operator, Tensor[] tensors) {
    if (tensors.length == 0) {
      throw new InvalidArgument(operator, "tensors", "is empty");
    }
  }

  private static Tensor[] each(Tensor[] tensors, UnaryOperator<Tensor> change) {
    return Arrays.stream(tensors).map(change).toArray(Tensor[]::new);
  }

  /** Puts matrices along a diagonal; vectors are rows. */
  public Tensor blocks(Tensor[] tensors) {
    requireSome("block_diag", tensors);
    Tensor[] matrices = each(tensors, aten::atleast2d);
    long rows = 0;
    long columns = 0;
    for (Tensor matrix : matrices) {
      if (matrix.rank() != 2) {
        throw new ShapeMismatch("block_diag", "expected at most two dimensions", matrix.sizes());
      }
      rows = Shapes.position(rows, matrix.size(0), 1);
      columns = Shapes.position(columns, matrix.size(1), 1);
    }
    long[] sizes = {rows, columns};
    Tensor result = aten.newZeros(matrices[0], sizes, TypePromotion.resultType(tensors));
    long row = 0;
    long column = 0;
    for (Tensor matrix : matrices) {
      Tensor band = aten.narrow(result, 0, row, matrix.size(0));
      aten.copy_(aten.narrow(band, 1, column, matrix.size(1)), matrix);
      row += matrix.size(0);
      column += matrix.size(1);
    }
    return result;
  }

  /** Returns each choice of one element from each vector as a row. */
  public Tensor cartesianProduct(Tensor[] tensors) {
    requireSome("cartesian_prod", tensors);
    for (Tensor tensor : tensors) {
      if (tensor.rank() != 1) {
        throw new ShapeMismatch("cartesian_prod", "expected vectors", tensor.sizes());
      }
    }
    return tensors.length == 1
        ? tensors[0]
        : aten.stack(each(aten.meshgrid(tensors), aten::ravel), 1);
  }

  /** Returns each choice of {@code r} elements of a vector as a row. */
  public Tensor combinations(Tensor self, long r, boolean withReplacement) {
    if (self.rank() != 1) {
      throw new ShapeMismatch("combinations", "expected a vector", self.sizes());
    }
    if (r < 0) {
      throw new InvalidArgument("combinations", "r", "is %d, expected 0 or more".formatted(r));
    }
    if (r == 0) {
      return aten.newEmpty(self, 0);
    }
    long size = self.size(0);
    if ((r > size && !withReplacement) || size == 0) {
      return aten.newEmpty(self, 0, r);
    }
    if (r > LONGEST_CHOICE) {
      throw new InvalidArgument(
          "combinations", "r", "is %d, expected at most %d".formatted(r, LONGEST_CHOICE));
    }
    return chosen(self, r, withReplacement);
  }

  private Tensor chosen(Tensor self, long r, boolean withReplacement) {
    Tensor places = aten.arange(Scalar.of(self.size(0)), DType.INT64, null, self.device());
    Tensor rows = aten.unsqueeze(places, 1);
    for (long column = 1; column < r; column++) {
      rows = extended(rows, places, withReplacement);
    }
    Tensor chosen = aten.indexSelect(self, 0, aten.ravel(rows));
    return aten.view(chosen, rows.sizes());
  }

  /** Puts each place after the last one, or from it on, behind each row. */
  private Tensor extended(Tensor rows, Tensor places, boolean withReplacement) {
    Tensor last = aten.select(rows, 1, -1);
    Tensor least = withReplacement ? aten.sub(last, 1L) : last;
    Tensor pairs = aten.nonzero(aten.gt(places, aten.unsqueeze(least, 1)));
    Tensor kept = aten.indexSelect(rows, 0, aten.select(pairs, 1, 0));
    return aten.cat(new Tensor[] {kept, aten.slice(pairs, 1, 1L)}, 1);
  }

  /** Joins the elements of all tensors. */
  public Tensor flattened(Tensor[] tensors) {
    requireSome("flatten_dense_tensors", tensors);
    return aten.cat(each(tensors, aten::ravel), 0);
  }

  /** Tells whether two tensors have the same sizes. */
  public boolean isSameSize(Tensor self, Tensor other) {
    return Arrays.equals(self.sizes(), other.sizes());
  }

  /** Expands each vector to a grid. */
  public Tensor[] meshgrid(Tensor[] tensors, String indexing) {
    boolean isSwapped = indexing.equals("xy");
    if (!isSwapped && !indexing.equals("ij")) {
      throw new InvalidArgument(
          "meshgrid", "indexing", "is '%s', expected ij or xy".formatted(indexing));
    }
    if (!isSwapped || tensors.length < 2) {
      return aten.meshgrid(tensors);
    }
    Tensor[] swapped = tensors.clone();
    swapped[0] = tensors[1];
    swapped[1] = tensors[0];
    Tensor[] grids = aten.meshgrid(swapped);
    Tensor first = grids[1];
    grids[1] = grids[0];
    grids[0] = first;
    return grids;
  }

  /** Moves a dimension to another position. */
  public Tensor moveaxis(Tensor self, long source, long destination) {
    return aten.movedim(self, source, destination);
  }

  /** Exchanges the dimensions of a matrix and conjugates its elements. */
  public Tensor matrixAdjoint(Tensor self) {
    if (self.rank() != 2 && self.rank() != 0) {
      throw new ShapeMismatch("matrix_H", "expected a matrix", self.sizes());
    }
    return self.rank() == 0 ? aten.conj(self) : aten.adjoint(self);
  }

  /** Adds up along dimensions until the tensor has the given size. */
  public Tensor sumToSize(Tensor self, long[] size) {
    if (size.length > self.rank()
        || !Arrays.equals(Broadcast.sizes("sum_to_size", size, self.sizes()), self.sizes())) {
      throw new ShapeMismatch(
          "sum_to_size", "the size does not expand to that of self", self.sizes(), size);
    }
    int added = self.rank() - size.length;
    long[] dims =
        IntStream.range(0, self.rank())
            .filter(dim -> dim < added || (size[dim - added] == 1 && self.size(dim) != 1))
            .asLongStream()
            .toArray();
    Tensor sum = dims.length == 0 ? self : aten.sum(self, dims, true);
    return added == 0 ? sum : aten.view(sum, size);
  }

  /** Splits a tensor into parts of one size that are used instead of it. */
  public Tensor[] unsafeSplit(Tensor self, long splitSize, long dim) {
    return aten.split(self, splitSize, dim);
  }

  /** Repeats each index of a dimension, or each element. */
  public Tensor repeatInterleave(Tensor self, long repeats, Long dim, Long outputSize) {
    if (repeats < 0) {
      throw new InvalidArgument(
          "repeat_interleave", "repeats", "is %d, expected 0 or more".formatted(repeats));
    }
    Tensor whole = dim == null || self.rank() == 0 ? aten.ravel(self) : self;
    int along = dim == null ? 0 : Dimensions.wrap("repeat_interleave", dim, whole.rank());
    long size = Shapes.product(whole.size(along), repeats);
    if (outputSize != null && outputSize != size) {
      throw new InvalidArgument(
          "repeat_interleave", "output_size", "is %d, expected %d".formatted(outputSize, size));
    }
    Tensor apart = aten.unsqueeze(whole, along + 1);
    long[] sizes = apart.sizes().clone();
    sizes[along + 1] = repeats;
    Tensor copy = aten.clone(aten.expand(apart, sizes, false), MemoryFormat.CONTIGUOUS);
    return aten.flatten(copy, along, along + 1);
  }
}
