package jackfield.aten.composite.loss;

import jackfield.aten.Aten;
import jackfield.aten.kernel.TypePromotion;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Distances of vectors, and losses of them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DistanceLosses {
  private static final double EPSILON = 1e-12; // of cosine_embedding_loss

  private final Aten aten;
  private final Losses losses;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DistanceLosses(Aten aten) {
    this.aten = aten;
    this.losses = new Losses(aten);
  }

  /** Returns the cosine of the angle between vectors along {@code dim}. */
  public Tensor cosineSimilarity(Tensor x1, Tensor x2, long dim, double eps) {
    DType type = TypePromotion.resultType(x1, x2);
    if (!type.isFloating()) {
      throw new TypeMismatch("cosine_similarity", "expected real floating numbers, found " + type);
    }
    Tensor[] both = aten.broadcastTensors(aten.to(x1, type), aten.to(x2, type));
    Tensor product = aten.mul(unit(both[0], dim, eps), unit(both[1], dim, eps));
    return aten.sum(product, new long[] {dim});
  }

  /** Divides vectors by their lengths; a length counts as {@code eps} or more. */
  private Tensor unit(Tensor vectors, long dim, double eps) {
    Tensor length = aten.linalgVectorNorm(vectors, 2L, new long[] {dim}, true);
    Tensor known = aten.detach(length);
    Tensor missing = aten.sub(aten.clampMin(known, Scalar.of(eps)), known); // has no gradient
    return aten.div(vectors, aten.add(length, missing));
  }

  /**
   * Returns the loss of pairs of vectors: 1 less their cosine where the target is 1, and the cosine
   * beyond {@code margin} where it is −1.
   *
   * <p><em>Shapes</em>: {@code input1, input2 [n, d] or [d], target [n] or []}
   */
  public Tensor cosineEmbedding(
      Tensor input1, Tensor input2, Tensor target, double margin, long reduction) {
    int rank = target.rank();
    if (rank > 1 || input1.rank() != rank + 1 || input2.rank() != rank + 1) {
      throw new ShapeMismatch(
          "cosine_embedding_loss",
          "expected matrices and a vector of targets, or vectors and one target",
          input1.sizes(),
          input2.sizes(),
          target.sizes());
    }
    Tensor cosine = cosine(input1, input2, rank);
    Tensor near = aten.rsub(cosine, Scalar.ONE);
    Tensor far = aten.clampMin(aten.sub(cosine, Scalar.of(margin)), Scalar.ZERO);
    Tensor each =
        aten.add(aten.where(aten.eq(target, 1), near, 0), aten.where(aten.eq(target, -1), far, 0));
    return losses.reduced("cosine_embedding_loss", each, reduction);
  }

  private Tensor cosine(Tensor a, Tensor b, int dim) {
    long[] along = {dim};
    Tensor products = aten.sum(aten.mul(a, b), along);
    Tensor ofA = aten.add(aten.sum(aten.mul(a, a), along), Scalar.of(EPSILON));
    Tensor ofB = aten.add(aten.sum(aten.mul(b, b), along), Scalar.of(EPSILON));
    return aten.div(products, aten.sqrt(aten.mul(ofA, ofB)));
  }

  /** Returns the p-norms of {@code x1 − x2 + eps} along the last dimension. */
  public Tensor pairwiseDistance(Tensor x1, Tensor x2, double p, double eps, boolean keepdim) {
    Tensor difference = aten.add(aten.sub(x1, x2), Scalar.of(eps));
    return aten.norm(difference, Scalar.of(p), new long[] {-1}, keepdim);
  }

  /**
   * Returns how much farther a positive sample is than a negative one, beyond {@code margin}.
   *
   * @param swap whether the negative's distance from the positive counts if it is less
   */
  public Tensor tripletMargin(
      Tensor anchor,
      Tensor positive,
      Tensor negative,
      double margin,
      double p,
      double eps,
      boolean swap,
      long reduction) {
    if (anchor.rank() != positive.rank() || anchor.rank() != negative.rank()) {
      throw new ShapeMismatch(
          "triplet_margin_loss",
          "expected as many dimensions in each",
          anchor.sizes(),
          positive.sizes(),
          negative.sizes());
    }
    Tensor near = aten.pairwiseDistance(anchor, positive, p, eps, false);
    Tensor far = aten.pairwiseDistance(anchor, negative, p, eps, false);
    if (swap) {
      far = aten.minimum(far, aten.pairwiseDistance(positive, negative, p, eps, false));
    }
    Tensor each = aten.clampMin(aten.sub(aten.add(near, Scalar.of(margin)), far), Scalar.ZERO);
    return losses.reduced("triplet_margin_loss", each, reduction);
  }
}
