package jackfield.aten.composite.embedding;

import jackfield.aten.Aten;
import jackfield.aten.EmbeddingBag;
import jackfield.aten.EmbeddingBagPaddingIdx;
import jackfield.aten._EmbeddingBag;
import jackfield.aten._EmbeddingBagForwardOnly;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Kernels of bags of rows and of their gradients. {@code mode} is 0 for sums, 1 for means, 2 for
 * the greatest elements.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class BagKernels {
  private static final long SUM = 0;
  private static final long MEAN = 1;
  private static final long MAX = 2;
  private static final long NO_PADDING = -1;

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public BagKernels(Aten aten) {
    this.aten = aten;
  }

  /** Combines the rows of each bag. */
  public EmbeddingBag.Result bag(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor perSampleWeights,
      boolean includeLastOffset) {
    EmbeddingBagPaddingIdx.Result all =
        bagWithout(
            weight,
            indices,
            offsets,
            scaleGradByFreq,
            mode,
            sparse,
            perSampleWeights,
            includeLastOffset,
            null);
    return new EmbeddingBag.Result(all.first(), all.second(), all.third(), all.fourth());
  }

  /** Combines the rows of each bag but those of padding. */
  public EmbeddingBagPaddingIdx.Result bagWithout(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor perSampleWeights,
      boolean includeLastOffset,
      Long paddingIdx) {
    Forward forward =
        new Forward(
            weight,
            indices,
            offsets,
            scaleGradByFreq,
            mode,
            sparse,
            perSampleWeights,
            includeLastOffset,
            padding(weight, paddingIdx));
    return forward.isDifferentiated() ? forward.withIndexes(aten) : forward.withoutIndexes(aten);
  }

  private static long padding(Tensor weight, Long paddingIdx) {
    EmbeddingKernels.requireTable("embedding_bag", weight);
    return paddingIdx == null
        ? NO_PADDING
        : Dimensions.wrapIndex("embedding_bag", "padding_idx", paddingIdx, weight.size(0));
  }

  /** Returns the gradient of the table. */
  public Tensor backward(
      Tensor grad,
      Tensor indices,
      Tensor offsets,
      Tensor offset2bag,
      Tensor bagSize,
      Tensor maximumIndices,
      long numWeights,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor perSampleWeights,
      long paddingIdx) {
    if (sparse) {
      throw new InvalidArgument(
          "_embedding_bag_backward",
          "sparse",
          "is true, and there are no sparse tensors; use false");
    }
    return aten._embeddingBagDenseBackward(
        grad,
        indices,
        bags(indices, offsets, offset2bag),
        bagSize,
        maximumIndices,
        numWeights,
        scaleGradByFreq,
        mode,
        perSampleWeights,
        paddingIdx);
  }

  /** Returns the bag of each index, computed if the forward operator did not need it. */
  private Tensor bags(Tensor indices, Tensor offsets, Tensor offset2bag) {
    if (indices.elementCount() == offset2bag.elementCount()) {
      return offset2bag;
    }
    requireVector("_embedding_bag_backward", indices);
    requireVector("_embedding_bag_backward", offsets);
    Tensor starts = aten.newZeros(offsets, indices.size(0) + 1);
    Tensor counted = aten.indexAdd(starts, 0, offsets, aten.onesLike(offsets));
    Tensor bags = aten.sub(aten.cumsum(counted, 0), 1L);
    return aten.to(aten.narrow(bags, 0, 0, indices.size(0)), indices.dtype());
  }

  /** Adds the gradients of the bags up at the rows that are in them. */
  public Tensor denseBackward(
      Tensor grad,
      Tensor indices,
      Tensor offset2bag,
      Tensor bagSize,
      Tensor maximumIndices,
      long numWeights,
      boolean scaleGradByFreq,
      long mode,
      Tensor perSampleWeights,
      long paddingIdx) {
    String operator = "_embedding_bag_dense_backward";
    EmbeddingKernels.requireTable(operator, grad);
    if (mode == MAX) {
      return greatestBackward(operator, grad, bagSize, maximumIndices, numWeights);
    }
    requireVector(operator, indices);
    requireVector(operator, offset2bag);
    Tensor rows = aten.indexSelect(grad, 0, offset2bag);
    if (mode == SUM && perSampleWeights != null) {
      rows = aten.mul(rows, aten.unsqueeze(perSampleWeights, 1));
    } else if (mode == MEAN) {
      Tensor sizes = aten.clampMin(aten.indexSelect(bagSize, 0, offset2bag), 1L);
      rows = aten.div(rows, aten.unsqueeze(aten.to(sizes, grad.dtype()), 1));
    }
    if (scaleGradByFreq) {
      Tensor divisors = aten.to(divisors(indices, numWeights), grad.dtype());
      rows = aten.div(rows, aten.unsqueeze(divisors, 1));
    }
    return aten.embeddingDenseBackward(rows, indices, numWeights, paddingIdx, false);
  }

  /**
   * Returns what PyTorch divides the gradient of each index by: for the n-th of the rows that are
   * used, the number of uses of the row at position n of the sorted indexes. These are its own uses
   * only if the rows before it are used once.
   */
  private Tensor divisors(Tensor indices, long numWeights) {
    Tensor counts = EmbeddingKernels.counts(aten, indices, numWeights);
    Tensor ranks = aten.sub(aten.cumsum(aten.gt(counts, 0L), 0), 1L);
    Tensor sorted = aten.sort(indices).values();
    Tensor compared = aten.indexSelect(sorted, 0, aten.indexSelect(ranks, 0, indices));
    return aten.indexSelect(counts, 0, compared);
  }

  private Tensor greatestBackward(
      String operator, Tensor grad, Tensor bagSize, Tensor maximumIndices, long numWeights) {
    requireVector(operator, bagSize);
    Tensor isEmpty = aten.unsqueeze(aten.eq(bagSize, 0L), 1);
    Tensor rows = aten.maskedFill(grad, isEmpty, 0.0);
    Tensor zeros = aten.newZeros(grad, numWeights, grad.size(1));
    return aten.scatterAdd(zeros, 0, aten.to(maximumIndices, DType.INT64), rows);
  }

  /** Returns the gradient of the factors of the rows. */
  public Tensor weightsBackward(
      Tensor grad,
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      Tensor offset2bag,
      long mode,
      long paddingIdx) {
    String operator = "_embedding_bag_per_sample_weights_backward";
    if (mode != SUM) {
      throw new InvalidArgument(operator, "mode", "is %d, expected 0".formatted(mode));
    }
    EmbeddingKernels.requireTable(operator, grad);
    EmbeddingKernels.requireTable(operator, weight);
    EmbeddingKernels.requireIndexes(operator, indices);
    requireVector(operator, indices);
    Tensor rows = aten.indexSelect(grad, 0, bags(indices, offsets, offset2bag));
    Tensor products = aten.mul(rows, aten.indexSelect(weight, 0, indices));
    Tensor sums = aten.sum(products, new long[] {1});
    return paddingIdx < 0 ? sums : aten.maskedFill(sums, aten.eq(indices, paddingIdx), 0.0);
  }

  private static void requireVector(String operator, Tensor tensor) {
    if (tensor.rank() != 1) {
      throw new ShapeMismatch(operator, "expected a vector", tensor.sizes());
    }
  }

  /** The arguments of a forward call; {@code paddingIdx} is negative for none. */
  private record Forward(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor perSampleWeights,
      boolean includeLastOffset,
      long paddingIdx) {
    boolean isDifferentiated() {
      return weight.requiresGrad() || (perSampleWeights != null && perSampleWeights.requiresGrad());
    }

    /** Combines the rows, and returns the indexes that gradients read. */
    EmbeddingBagPaddingIdx.Result withIndexes(Aten aten) {
      _EmbeddingBag.Result all =
          aten._embeddingBag(
              weight,
              indices,
              offsets,
              scaleGradByFreq,
              mode,
              sparse,
              perSampleWeights,
              includeLastOffset,
              paddingIdx);
      return new EmbeddingBagPaddingIdx.Result(
          all.first(), all.second(), all.third(), all.fourth());
    }

    /** Combines the rows only. */
    EmbeddingBagPaddingIdx.Result withoutIndexes(Aten aten) {
      _EmbeddingBagForwardOnly.Result all =
          aten._embeddingBagForwardOnly(
              weight,
              indices,
              offsets,
              scaleGradByFreq,
              mode,
              sparse,
              perSampleWeights,
              includeLastOffset,
              paddingIdx);
      return new EmbeddingBagPaddingIdx.Result(
          all.first(), all.second(), all.third(), all.fourth());
    }
  }
}
