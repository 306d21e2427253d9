package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Products that are composed of others and differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ProductKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ProductKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Multiplies each element of a vector by each of another one. */
  public Tensor outer(Tensor self, Tensor vec2) {
    requireVectors("outer", self, vec2);
    return aten.mul(aten.unsqueeze(self, 1), vec2);
  }

  /** Multiplies each element of a vector by each of another one, into {@code out}. */
  public Tensor outerOut(Tensor self, Tensor vec2, Tensor out) {
    return given.castInto("outer", outer(self, vec2), out);
  }

  private static void requireVectors(String operator, Tensor self, Tensor other) {
    if (self.rank() != 1 || other.rank() != 1) {
      throw new ShapeMismatch(operator, "expected two vectors", self.sizes(), other.sizes());
    }
  }

  /** Multiplies and adds up along the last dimensions. */
  public Tensor inner(Tensor self, Tensor other) {
    if (self.rank() == 0 || other.rank() == 0) {
      return aten.mul(self, other);
    }
    long length = self.size(self.rank() - 1);
    if (length != other.size(other.rank() - 1)) {
      throw new ShapeMismatch(
          "inner", "expected equal last dimensions", self.sizes(), other.sizes());
    }
    Tensor product = aten.mm(rows(self, length), aten.t(rows(other, length)));
    return aten.reshape(product, joined(outside(self), outside(other)));
  }

  private Tensor rows(Tensor tensor, long length) {
    return aten.reshape(tensor, Shapes.elementCount(outside(tensor)), length);
  }

  private static long[] outside(Tensor tensor) {
    return Arrays.copyOf(tensor.sizes(), tensor.rank() - 1);
  }

  private static long[] joined(long[] first, long[] second) {
    return LongStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  /** Puts the other, multiplied, in place of each element. */
  public Tensor kron(Tensor self, Tensor other) {
    int rank = Math.max(self.rank(), other.rank());
    long[] left = new long[2 * rank];
    long[] right = new long[2 * rank];
    long[] sizes = new long[rank];
    for (int dim = 0; dim < rank; dim++) {
      long outer = sizeFromEnd(self, rank - dim);
      long inner = sizeFromEnd(other, rank - dim);
      left[2 * dim] = outer;
      left[2 * dim + 1] = 1;
      right[2 * dim] = 1;
      right[2 * dim + 1] = inner;
      sizes[dim] = Shapes.product(outer, inner);
    }
    return aten.reshape(aten.mul(aten.reshape(self, left), aten.reshape(other, right)), sizes);
  }

  private static long sizeFromEnd(Tensor tensor, int place) {
    return place > tensor.rank() ? 1 : tensor.size(tensor.rank() - place);
  }

  /** Puts the other, multiplied, in place of each element, in {@code out}. */
  public Tensor kronOut(Tensor self, Tensor other, Tensor out) {
    return given.castInto("kron", kron(self, other), out);
  }

  /** Multiplies matrices in the cheapest order. */
  public Tensor chain(Tensor[] matrices) {
    for (Tensor matrix : matrices) {
      if (matrix.rank() != 2) {
        throw new ShapeMismatch("chain_matmul", "expected matrices", matrix.sizes());
      }
    }
    return matrices.length == 1 ? matrices[0] : multiDot(matrices);
  }

  /** Multiplies matrices in the cheapest order; the first and the last may be vectors. */
  public Tensor multiDot(Tensor[] tensors) {
    int last = tensors.length - 1;
    if (last < 1) {
      throw new InvalidArgument("linalg_multi_dot", "tensors", "has fewer than two elements");
    }
    Tensor[] matrices = tensors.clone();
    boolean startsWithVector = tensors[0].rank() == 1;
    boolean endsWithVector = tensors[last].rank() == 1;
    matrices[0] = startsWithVector ? aten.unsqueeze(tensors[0], 0) : tensors[0];
    matrices[last] = endsWithVector ? aten.unsqueeze(tensors[last], -1) : tensors[last];
    for (int i = 0; i <= last; i++) {
      checkChained(matrices, i);
    }
    Tensor product = new ProductOrder(matrices).multiply(aten);
    product = endsWithVector ? aten.squeeze(product, -1) : product;
    return startsWithVector ? aten.squeeze(product, 0) : product;
  }

  private static void checkChained(Tensor[] matrices, int i) {
    if (matrices[i].rank() != 2) {
      throw new ShapeMismatch("linalg_multi_dot", "expected matrices", matrices[i].sizes());
    }
    if (i > 0 && matrices[i - 1].size(1) != matrices[i].size(0)) {
      throw new ShapeMismatch(
          "linalg_multi_dot",
          "the inner sizes differ",
          matrices[i - 1].sizes(),
          matrices[i].sizes());
    }
    if (matrices[i].dtype() != matrices[0].dtype()) {
      throw new TypeMismatch(
          "linalg_multi_dot",
          "expected %s, found %s".formatted(matrices[0].dtype(), matrices[i].dtype()));
    }
  }

  /** Multiplies matrices, vectors or batches of matrices. */
  public Tensor matmul(Tensor self, Tensor other) {
    return aten.matmul(self, other);
  }

  /** Multiplies the conjugates by the others and adds up along a dimension. */
  public Tensor vecdot(Tensor x, Tensor y, long dim) {
    if (!x.dtype().isFloating() && !x.dtype().isComplex()) {
      throw new TypeMismatch("linalg_vecdot", "expected a floating type, found " + x.dtype());
    }
    TypeRules.requireSame("linalg_vecdot", x, y);
    return aten.sum(aten.mul(aten.conj(x), y), new long[] {dim});
  }
}
