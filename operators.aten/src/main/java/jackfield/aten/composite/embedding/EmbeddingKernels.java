package jackfield.aten.composite.embedding;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Kernels of rows of a table that indexes choose, and of their gradients.
 *
 * <p><em>Types</em>: indexes are int64 or int32.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class EmbeddingKernels {
  private static final double LEAST_NORM = 1e-7; // as PyTorch adds to norms before it divides

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public EmbeddingKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns the rows that {@code indices} chooses.
   *
   * @param paddingIdx the row that gets no gradient; negative for none
   * @param scaleGradByFreq whether the gradient of a row is divided by the number of its uses
   * @param sparse whether the gradient is sparse; has no effect here
   */
  public Tensor embedding(
      Tensor weight, Tensor indices, long paddingIdx, boolean scaleGradByFreq, boolean sparse) {
    requireTable("embedding", weight);
    requireIndexes("embedding", indices);
    if (indices.rank() == 1) {
      return aten.indexSelect(weight, 0, indices);
    }
    long[] sizes = Arrays.copyOf(indices.sizes(), indices.rank() + 1);
    sizes[indices.rank()] = weight.size(1);
    return aten.view(aten.indexSelect(weight, 0, aten.reshape(indices, -1)), sizes);
  }

  /** Returns the gradient of the table. */
  public Tensor backward(
      Tensor grad,
      Tensor indices,
      long numWeights,
      long paddingIdx,
      boolean scaleGradByFreq,
      boolean sparse) {
    if (sparse) {
      throw new InvalidArgument(
          "embedding_backward", "sparse", "is true, and there are no sparse tensors; use false");
    }
    return aten.embeddingDenseBackward(grad, indices, numWeights, paddingIdx, scaleGradByFreq);
  }

  /** Adds the gradient of each chosen row up. */
  public Tensor denseBackward(
      Tensor gradOutput,
      Tensor indices,
      long numWeights,
      long paddingIdx,
      boolean scaleGradByFreq) {
    String operator = "embedding_dense_backward";
    requireIndexes(operator, indices);
    long count = indices.elementCount();
    if (gradOutput.rank() == 0) {
      throw new ShapeMismatch(operator, "expected a gradient of rows", gradOutput.sizes());
    }
    long width = gradOutput.size(gradOutput.rank() - 1);
    if (gradOutput.elementCount() != Shapes.product(count, width)) {
      throw new ShapeMismatch(
          operator, "expected a row for each index", indices.sizes(), gradOutput.sizes());
    }
    Tensor rows = aten.reshape(gradOutput, count, width);
    return addedUp(rows, aten.reshape(indices, count), numWeights, paddingIdx, scaleGradByFreq);
  }

  /** Adds rows up at the places that {@code indices} tells. */
  private Tensor addedUp(
      Tensor rows, Tensor indices, long numWeights, long paddingIdx, boolean scaleGradByFreq) {
    Tensor added = rows;
    Tensor places = indices;
    if (scaleGradByFreq) {
      Tensor uses = aten.indexSelect(counts(aten, indices, numWeights), 0, indices);
      added = aten.div(added, aten.unsqueeze(aten.to(uses, rows.dtype()), 1));
    }
    if (paddingIdx >= 0) {
      Tensor isPadding = aten.eq(indices, paddingIdx);
      added = aten.maskedFill(added, aten.unsqueeze(isPadding, 1), 0.0);
      places = aten.maskedFill(places, isPadding, 0L);
    }
    Tensor zeros = aten.newZeros(rows, numWeights, rows.size(1));
    return aten.indexAdd(zeros, 0, places, added);
  }

  /** Returns how often each row is chosen. */
  static Tensor counts(Aten aten, Tensor indices, long numWeights) {
    long[] sizes = {numWeights};
    Tensor zeros = aten.newZeros(indices, sizes, DType.INT64);
    return aten.indexAdd(zeros, 0, indices, aten.onesLike(indices, DType.INT64));
  }

  /** Shortens the chosen rows whose norm is greater than {@code maxNorm}. */
  public Tensor renorm(Tensor self, Tensor indices, double maxNorm, double normType) {
    requireTable("embedding_renorm_", self);
    requireIndexes("embedding_renorm_", indices);
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(
          "embedding_renorm_", "expected a real floating type, found " + self.dtype());
    }
    Tensor places = aten.reshape(indices, -1);
    Tensor rows = aten.indexSelect(self, 0, places);
    if (rows.elementCount() == 0) {
      return self;
    }
    long[] last = {1};
    Tensor norms = aten.linalgVectorNorm(rows, Scalar.of(normType), last, true, (DType) null);
    Tensor wide = aten.to(norms, DType.FLOAT64);
    Tensor factors = aten.mul(aten.reciprocal(aten.add(wide, LEAST_NORM)), maxNorm);
    DType computed = self.dtype() == DType.FLOAT64 ? DType.FLOAT64 : DType.FLOAT32;
    Tensor shortened = aten.mul(aten.to(rows, computed), aten.to(factors, computed));
    Tensor chosen = aten.where(aten.gt(wide, maxNorm), aten.to(shortened, self.dtype()), rows);
    return aten.indexCopy_(self, 0, aten.to(places, DType.INT64), chosen);
  }

  static void requireTable(String operator, Tensor weight) {
    if (weight.rank() != 2) {
      throw new ShapeMismatch(operator, "expected a matrix of rows", weight.sizes());
    }
  }

  static void requireIndexes(String operator, Tensor indices) {
    if (indices.dtype() != DType.INT64 && indices.dtype() != DType.INT32) {
      throw new TypeMismatch(
          operator, "expected indexes of int64 or int32, found " + indices.dtype());
    }
  }
}
