package jackfield.aten.composite.attention;

import jackfield.aten.Aten;
import jackfield.aten._ScaledDotProductFlashAttentionForCpu;
import jackfield.aten._ScaledDotProductFlashAttentionForCpuBackward;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Kernels of attention that return the logarithms of the sums of exponentials instead of the
 * weights, which the gradient computes again.
 *
 * <p><em>Shapes</em>: {@code query [batch, heads, queries, width]}, {@code key} and {@code value
 * [batch, heads, keys, width] → output} as the query, {@code logsumexp [batch, heads, queries]}.
 *
 * <p><em>Layout</em>: the output has that of the query.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FlashKernels {
  private static final String FORWARD = "_scaled_dot_product_flash_attention_for_cpu";

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FlashKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Computes attention.
   *
   * @param dropoutP 0
   */
  public _ScaledDotProductFlashAttentionForCpu.Result attention(
      Tensor query,
      Tensor key,
      Tensor value,
      double dropoutP,
      boolean isCausal,
      Tensor attnMask,
      Double scale) {
    check(FORWARD, query, key, value, dropoutP, attnMask);
    Tensor scores = scores(FORWARD, query, key, isCausal, attnMask, scale);
    Tensor logs = aten.logsumexp(scores, -1);
    Tensor product = aten.matmul(aten._safeSoftmax(scores, -1, null), wide(value));
    Tensor output = aten.copy_(aten.emptyLike(query), product);
    // PyTorch computes the heads of one query side by side.
    Tensor byQuery = aten.contiguous(aten.transpose(logs, 1, 2));
    return new _ScaledDotProductFlashAttentionForCpu.Result(output, aten.transpose(byQuery, 1, 2));
  }

  /** Returns the gradients of the query, the key and the value. */
  public _ScaledDotProductFlashAttentionForCpuBackward.Result backward(
      Tensor gradOut,
      Tensor query,
      Tensor key,
      Tensor value,
      Tensor out,
      Tensor logsumexp,
      double dropoutP,
      boolean isCausal,
      Tensor attnMask,
      Double scale) {
    String operator = FORWARD + "_backward";
    check(operator, query, key, value, dropoutP, attnMask);
    requireSizes(operator, query.sizes(), gradOut);
    requireSizes(operator, query.sizes(), out);
    requireSizes(operator, Arrays.copyOf(query.sizes(), 3), logsumexp);
    Tensor scores = scores(operator, query, key, isCausal, attnMask, scale);
    // Not from logsumexp, which has no gradient: the result is differentiated again.
    Tensor shares = aten._safeSoftmax(scores, -1, null);
    Tensor grad = wide(gradOut);
    Tensor gradShares = aten.matmul(grad, aten.transpose(wide(value), -2, -1));
    Tensor mean = aten.sum(aten.mul(grad, wide(out)), new long[] {-1}, true);
    double factor = AttentionKernels.scaleOf(query, scale);
    Tensor gradScores = aten.mul(aten.mul(shares, aten.sub(gradShares, mean)), factor);
    return new _ScaledDotProductFlashAttentionForCpuBackward.Result(
        aten.to(aten.matmul(gradScores, wide(key)), query.dtype()),
        aten.to(aten.matmul(aten.transpose(gradScores, -2, -1), wide(query)), query.dtype()),
        aten.to(aten.matmul(aten.transpose(shares, -2, -1), grad), query.dtype()));
  }

  private Tensor scores(
      String operator, Tensor query, Tensor key, boolean isCausal, Tensor attnMask, Double scale) {
    Tensor products = aten.matmul(wide(query), aten.transpose(wide(key), -2, -1));
    Tensor scores = aten.mul(products, AttentionKernels.scaleOf(query, scale));
    if (attnMask != null) {
      Tensor masked = aten.add(scores, wide(attnMask));
      requireSizes(operator, scores.sizes(), masked);
      scores = masked;
    }
    if (isCausal) {
      long[] sizes = {query.size(2), key.size(2)};
      Tensor isSeen = aten.tril(aten.newOnes(query, sizes, DType.BOOL));
      scores = aten.maskedFill(scores, aten.logicalNot(isSeen), Double.NEGATIVE_INFINITY);
    }
    return scores;
  }

  private Tensor wide(Tensor tensor) {
    return tensor.dtype() == DType.FLOAT64 ? tensor : aten.to(tensor, DType.FLOAT32);
  }

  private static void check(
      String operator, Tensor query, Tensor key, Tensor value, double dropoutP, Tensor mask) {
    if (dropoutP != 0) {
      throw new InvalidArgument(operator, "dropout_p", "is %s, expected 0".formatted(dropoutP));
    }
    for (Tensor tensor : new Tensor[] {query, key, value}) {
      if (tensor.dtype() != query.dtype() || !tensor.dtype().isFloating()) {
        throw new TypeMismatch(
            operator,
            "expected query, key and value of one real floating type, found %s, %s and %s"
                .formatted(query.dtype(), key.dtype(), value.dtype()));
      }
      boolean isFour = tensor.rank() == 4 && query.rank() == 4 && key.rank() == 4;
      long[] expected = isFour ? query.sizes().clone() : null;
      if (isFour) {
        expected[2] = tensor == query ? query.size(2) : key.size(2);
      }
      if (!isFour || !Arrays.equals(expected, tensor.sizes())) {
        throw new ShapeMismatch(
            operator,
            "expected [batch, heads, length, width], with one length of key and value",
            query.sizes(),
            key.sizes(),
            value.sizes());
      }
    }
    if (mask != null && mask.dtype() != query.dtype() && mask.dtype() != DType.FLOAT32) {
      throw new TypeMismatch(
          operator, "expected a mask of %s, found %s".formatted(query.dtype(), mask.dtype()));
    }
  }

  private static void requireSizes(String operator, long[] expected, Tensor tensor) {
    if (!Arrays.equals(expected, tensor.sizes())) {
      throw new ShapeMismatch(
          operator, "a tensor does not fit the query and the key", expected, tensor.sizes());
    }
  }
}
