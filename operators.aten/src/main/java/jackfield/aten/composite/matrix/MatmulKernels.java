package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.composite.view.DimensionKernels;
import jackfield.aten.kernel.Broadcast;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Matrix products that are composed of {@code mm}, {@code bmm} and {@code addmm} and differentiated
 * through them.
 *
 * <p><em>Source</em>: PyTorch 2.6, its choice between one product of matrices and many included.
 */
public final class MatmulKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public MatmulKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Multiplies a matrix by a vector.
   *
   * <p><em>Shapes</em>: {@code self [n, k], vec [k] → [n]}
   */
  public Tensor mv(Tensor self, Tensor vec) {
    if (self.rank() != 2 || vec.rank() != 1 || self.size(1) != vec.size(0)) {
      throw new ShapeMismatch("mv", "expected [n, k] and [k]", self.sizes(), vec.sizes());
    }
    return aten.squeeze(aten.mm(self, aten.unsqueeze(vec, 1)), 1);
  }

  /**
   * Multiplies two vectors.
   *
   * <p><em>Shapes</em>: {@code self [k], tensor [k] → []}
   */
  public Tensor dot(Tensor self, Tensor tensor) {
    if (self.rank() != 1 || tensor.rank() != 1 || self.size(0) != tensor.size(0)) {
      throw new ShapeMismatch("dot", "expected [k] and [k]", self.sizes(), tensor.sizes());
    }
    Tensor product = aten.mm(aten.unsqueeze(self, 0), aten.unsqueeze(tensor, 1));
    return aten.view(product, new long[0]);
  }

  /**
   * Multiplies vectors, matrices or batches of them.
   *
   * <p><em>Shapes</em>: {@code self […, n, k], other […, k, m] → […, n, m]}, the leading dimensions
   * broadcast. If an operand is a vector, the result lacks the dimension that the vector lacks.
   */
  public Tensor matmul(Tensor self, Tensor other) {
    if (self.rank() == 0 || other.rank() == 0) {
      throw new ShapeMismatch(
          "matmul", "expected at least one dimension each", self.sizes(), other.sizes());
    }
    if (self.rank() <= 2 && other.rank() <= 2) {
      return ofMatrices(self, other);
    }
    return folds(self, other) ? folded(self, other) : batched(self, other);
  }

  private Tensor ofMatrices(Tensor self, Tensor other) {
    if (other.rank() == 1) {
      return self.rank() == 1 ? aten.dot(self, other) : aten.mv(self, other);
    }
    return self.rank() == 1
        ? aten.squeeze(aten.mm(aten.unsqueeze(self, 0), other), 0)
        : aten.mm(self, other);
  }

  /**
   * Returns whether the leading dimensions of the larger operand can be folded into the rows of one
   * matrix. If the smaller operand requires a gradient they are folded even at the cost of a copy:
   * otherwise its gradient would be a batch of matrices that is then summed.
   */
  private static boolean folds(Tensor self, Tensor other) {
    boolean selfLarger = self.rank() >= other.rank();
    Tensor smaller = selfLarger ? other : self;
    if (smaller.rank() > 2) {
      return false;
    }
    if (smaller.requiresGrad()) {
      return true;
    }
    if (self.rank() == 2) {
      return false; // the product would be transposed
    }
    Tensor larger = selfLarger ? self : DimensionKernels.transpose(other, -1, -2);
    return larger.elementCount() == 0 || hasEvenRows(larger);
  }

  private static boolean hasEvenRows(Tensor tensor) {
    for (int dim = 0; dim < tensor.rank() - 2; dim++) {
      if (tensor.stride(dim) != tensor.stride(dim + 1) * tensor.size(dim + 1)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Multiplies with the leading dimensions of the larger operand folded into the rows of one
   * matrix.
   */
  private Tensor folded(Tensor self, Tensor other) {
    if (self.rank() >= other.rank()) {
      return rowsTimes(self, other);
    }
    Tensor smaller = self.rank() == 2 ? aten.t(self) : self;
    Tensor product = rowsTimes(aten.transpose(other, -1, -2), smaller);
    return smaller.rank() == 2 ? aten.contiguous(aten.transpose(product, -1, -2)) : product;
  }

  private Tensor rowsTimes(Tensor batch, Tensor other) {
    int last = batch.rank() - 1;
    long columns = batch.size(last);
    long[] sizes = Arrays.copyOf(batch.sizes(), last);
    Tensor rows = aten.reshape(batch, new long[] {Shapes.elementCount(sizes), columns});
    return other.rank() == 2
        ? aten._unsafeView(aten.mm(rows, other), followedBy(sizes, other.size(1)))
        : aten._unsafeView(aten.mv(rows, other), sizes);
  }

  /** Multiplies as batches of matrices, whose batch dimensions broadcast. */
  private Tensor batched(Tensor self, Tensor other) {
    Tensor left = self.rank() == 1 ? aten.unsqueeze(self, 0) : self;
    Tensor right = other.rank() == 1 ? aten.unsqueeze(other, 1) : other;
    long[] batch = Broadcast.sizes("matmul", leading(left), leading(right));
    Tensor product = aten.bmm(stacked(left, batch), stacked(right, batch));
    long[] sizes = batch;
    if (self.rank() > 1) {
      sizes = followedBy(sizes, product.size(1));
    }
    if (other.rank() > 1) {
      sizes = followedBy(sizes, product.size(2));
    }
    return aten._unsafeView(product, sizes);
  }

  private Tensor stacked(Tensor matrices, long[] batch) {
    long rows = matrices.size(matrices.rank() - 2);
    long columns = matrices.size(matrices.rank() - 1);
    Tensor expanded = aten.expand(matrices, followedBy(batch, rows, columns), false);
    return aten.reshape(expanded, new long[] {Shapes.elementCount(batch), rows, columns});
  }

  private static long[] leading(Tensor matrices) {
    return Arrays.copyOf(matrices.sizes(), matrices.rank() - 2);
  }

  private static long[] followedBy(long[] sizes, long... more) {
    long[] all = Arrays.copyOf(sizes, sizes.length + more.length);
    System.arraycopy(more, 0, all, sizes.length, more.length);
    return all;
  }

  /**
   * Multiplies by the transposed weight and adds the bias.
   *
   * <p><em>Shapes</em>: {@code input […, k], weight [m, k], bias [m] → […, m]}
   */
  public Tensor linear(Tensor input, Tensor weight, Tensor bias) {
    if (input.rank() == 0 || weight.rank() == 0) {
      throw new ShapeMismatch(
          "linear", "expected at least one dimension each", input.sizes(), weight.sizes());
    }
    Tensor transposed = aten.t(weight);
    if (bias == null) {
      return aten.matmul(input, transposed);
    }
    if (input.rank() == 2 && weight.rank() == 2) {
      return aten.addmm(bias, input, transposed);
    }
    return aten.add(aten.matmul(input, transposed), bias);
  }
}
