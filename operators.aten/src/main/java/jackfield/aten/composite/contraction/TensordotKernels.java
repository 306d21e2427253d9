package jackfield.aten.composite.contraction;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sums of products along pairs of dimensions.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class TensordotKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public TensordotKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Multiplies and sums along the dimensions {@code dimsSelf} and {@code dimsOther}. */
  public Tensor tensordot(Tensor self, Tensor other, long[] dimsSelf, long[] dimsOther) {
    if (dimsSelf.length != dimsOther.length) {
      throw new InvalidArgument(
          "tensordot",
          "dims_other",
          "has %d dimensions, expected %d".formatted(dimsOther.length, dimsSelf.length));
    }
    requireDimensions(self, dimsSelf);
    requireDimensions(other, dimsOther);
    int[] first = Dimensions.wrapDistinct("tensordot", dimsSelf, self.rank());
    int[] second = Dimensions.wrapDistinct("tensordot", dimsOther, other.rank());
    Tensor left = self;
    Tensor right = other;
    long inner = 1;
    for (int i = 0; i < first.length; i++) {
      long size = self.size(first[i]);
      if (other.size(second[i]) == 1) {
        left = aten.sum(left, new long[] {first[i]}, true, left.dtype());
      } else if (size == 1) {
        right = aten.sum(right, new long[] {second[i]}, true, right.dtype());
      } else if (size != other.size(second[i])) {
        throw new ShapeMismatch(
            "tensordot", "summed dimensions differ", self.sizes(), other.sizes());
      } else {
        inner = Shapes.product(inner, size);
      }
    }
    return product(left, right, first, second, inner);
  }

  private static void requireDimensions(Tensor tensor, long[] dims) {
    if (tensor.rank() == 0 && dims.length > 0) {
      throw new ShapeMismatch(
          "tensordot", "a tensor without dimensions has none to sum along", tensor.sizes());
    }
  }

  private Tensor product(Tensor left, Tensor right, int[] first, int[] second, long inner) {
    int[] rows = others(first, left.rank());
    int[] columns = others(second, right.rank());
    List<Long> sizes = new ArrayList<>();
    long leftSize = size(left, rows, sizes);
    long rightSize = size(right, columns, sizes);
    Tensor rowsLast = aten.reshape(aten.permute(left, joined(rows, first)), leftSize, inner);
    Tensor columnsLast =
        aten.reshape(aten.permute(right, joined(second, columns)), inner, rightSize);
    return aten.reshape(
        aten.mm(rowsLast, columnsLast), sizes.stream().mapToLong(Long::longValue).toArray());
  }

  private static int[] others(int[] dims, int rank) {
    return IntStream.range(0, rank)
        .filter(dim -> Arrays.stream(dims).noneMatch(each -> each == dim))
        .toArray();
  }

  private static long size(Tensor tensor, int[] dims, List<Long> sizes) {
    long size = 1;
    for (int dim : dims) {
      sizes.add(tensor.size(dim));
      size = Shapes.product(size, tensor.size(dim));
    }
    return size;
  }

  private static long[] joined(int[] first, int[] second) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).asLongStream().toArray();
  }

  /** Multiplies and sums as {@link #tensordot} does, into {@code out}. */
  public Tensor tensordotOut(
      Tensor self, Tensor other, long[] dimsSelf, long[] dimsOther, Tensor out) {
    GivenResults.requireTypeOf("tensordot", self, out);
    return given.into("tensordot", tensordot(self, other, dimsSelf, dimsOther), out);
  }
}
