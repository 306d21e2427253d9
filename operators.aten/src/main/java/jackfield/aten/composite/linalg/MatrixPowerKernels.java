package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Powers of matrices, and systems of linear equations between tensors.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class MatrixPowerKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public MatrixPowerKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Raises square matrices to a power, by squaring. A negative power is one of the inverse.
   *
   * @throws InvalidArgument if the power is negative and a matrix is singular
   */
  public Tensor power(Tensor self, long n) {
    if (self.rank() < 2 || self.size(self.rank() - 1) != self.size(self.rank() - 2)) {
      throw new ShapeMismatch("linalg_matrix_power", "expected square matrices", self.sizes());
    }
    if (n == 0) {
      Tensor identity = aten.eye(self.size(self.rank() - 1), self.dtype(), null, self.device());
      return aten.copy_(
          aten.clone(self, MemoryFormat.CONTIGUOUS),
          identity); // a gradient of zeros flows through it
    }
    if (n == 1) {
      return aten.clone(self);
    }
    if (n < 0) {
      Tensor inverse = aten.linalgInv(self);
      return n == -1 ? inverse : positive(inverse, n);
    }
    return positive(self, -n);
  }

  /** Multiplies the squares that the binary digits of the power name. */
  private Tensor positive(Tensor self, long negative) {
    Tensor square = self;
    Tensor product = null;
    for (long left = negative; left != 0; left /= 2) {
      if (left % 2 != 0) {
        product = product == null ? square : aten.matmul(product, square);
      }
      if (left / 2 != 0) {
        square = aten.matmul(square, square);
      }
    }
    return product;
  }

  /** Writes {@link #power} into {@code out}, converted to its type. */
  public Tensor powerOut(Tensor self, long n, Tensor out) {
    return given.castInto("linalg_matrix_power", power(self, n), out);
  }

  /**
   * Inverts a tensor as a matrix whose rows are its first {@code ind} dimensions.
   *
   * @throws ShapeMismatch if the products of the first and the last sizes differ
   */
  public Tensor tensorInv(Tensor self, long ind) {
    if (ind <= 0) {
      throw new InvalidArgument("linalg_tensorinv", "ind", "is %d, expected > 0".formatted(ind));
    }
    int rows = (int) Math.min(ind, self.rank());
    long[] first = Arrays.copyOf(self.sizes(), rows);
    long[] last = Arrays.copyOfRange(self.sizes(), rows, self.rank());
    Tensor matrix = matrix("linalg_tensorinv", self, product(first), product(last));
    return aten.reshape(aten.linalgInv(matrix), joined(last, first));
  }

  /** Writes {@link #tensorInv} into {@code out}, converted to its type. */
  public Tensor tensorInvOut(Tensor self, long ind, Tensor out) {
    return given.castInto("linalg_tensorinv", tensorInv(self, ind), out);
  }

  /**
   * Solves {@code tensordot(self, x) = other}.
   *
   * @param dims dimensions of {@code self} that are moved to the end before
   * @throws ShapeMismatch if {@code self} is not square as a matrix
   */
  public Tensor tensorSolve(Tensor self, Tensor other, long[] dims) {
    Tensor moved = self;
    if (dims != null) {
      int[] wrapped = Dimensions.wrapDistinct("linalg_tensorsolve", dims, self.rank());
      long[] last =
          IntStream.range(0, dims.length).mapToLong(i -> self.rank() - dims.length + i).toArray();
      moved = aten.movedim(self, Arrays.stream(wrapped).asLongStream().toArray(), last);
    }
    int known = Math.min(other.rank(), moved.rank());
    long[] unknown = Arrays.copyOfRange(moved.sizes(), known, moved.rank());
    long count = product(unknown);
    Tensor matrix =
        matrix("linalg_tensorsolve", moved, product(Arrays.copyOf(moved.sizes(), known)), count);
    if (other.elementCount() != count) {
      throw new ShapeMismatch(
          "linalg_tensorsolve", "the tensors do not fit", self.sizes(), other.sizes());
    }
    Tensor solution = aten.linalgSolve(matrix, aten.reshape(other, new long[] {count}));
    return aten.reshape(solution, unknown);
  }

  /** Writes {@link #tensorSolve} into {@code out}, converted to its type. */
  public Tensor tensorSolveOut(Tensor self, Tensor other, long[] dims, Tensor out) {
    return given.castInto("linalg_tensorsolve", tensorSolve(self, other, dims), out);
  }

  private Tensor matrix(String operator, Tensor tensor, long rows, long columns) {
    if (rows != columns) {
      throw new ShapeMismatch(
          operator, "the first and the last dimensions have other products", tensor.sizes());
    }
    return aten.reshape(tensor, new long[] {rows, columns});
  }

  private static long product(long[] sizes) {
    return Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
  }

  private static long[] joined(long[] first, long[] second) {
    return IntStream.range(0, first.length + second.length)
        .mapToLong(i -> i < first.length ? first[i] : second[i - first.length])
        .toArray();
  }
}
