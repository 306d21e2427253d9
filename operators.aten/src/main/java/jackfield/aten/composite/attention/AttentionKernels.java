package jackfield.aten.composite.attention;

import jackfield.aten.Aten;
import jackfield.aten._ScaledDotProductAttentionMath;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Kernels of scaled dot product attention: {@code softmax(query keyᵀ scale + mask) value}.
 *
 * <p><em>Shapes</em>: {@code query […, queries, width], key […, keys, width], value […, keys,
 * features] → […, queries, features]}; the mask is broadcast to {@code […, queries, keys]}.
 *
 * <p><em>Types</em>: float16 and bfloat16 are computed in float32.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class AttentionKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public AttentionKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Computes attention.
   *
   * @param attnMask added to the products of queries and keys; where a boolean one is false, a key
   *     is left out; null for none
   * @param isCausal whether a query sees no key behind its own position; with a mask, too, only for
   *     inputs that {@code _scaled_dot_product_flash_attention_for_cpu} takes
   * @param scale null for one over the square root of the width
   * @param enableGqa whether each key and value serves several heads of the query
   */
  public Tensor attention(
      Tensor query,
      Tensor key,
      Tensor value,
      Tensor attnMask,
      double dropoutP,
      boolean isCausal,
      Double scale,
      boolean enableGqa) {
    String operator = "scaled_dot_product_attention";
    check(operator, query, key, value);
    checkMask(operator, attnMask, query, key);
    Tensor mask = additive(attnMask, query.dtype());
    if (dropoutP == 0 && isFlash(query, key, value, mask)) {
      return aten._scaledDotProductFlashAttentionForCpu(
              query, key, value, dropoutP, isCausal, mask, scale)
          .output();
    }
    return aten._scaledDotProductAttentionMath(
            query, key, value, mask, dropoutP, isCausal, null, scale, enableGqa)
        .first();
  }

  private static void check(String operator, Tensor query, Tensor key, Tensor value) {
    for (Tensor tensor : new Tensor[] {query, key, value}) {
      if (tensor.dtype() != query.dtype() || !tensor.dtype().isFloating()) {
        throw new TypeMismatch(
            operator,
            "expected query, key and value of one real floating type, found %s, %s and %s"
                .formatted(query.dtype(), key.dtype(), value.dtype()));
      }
      if (tensor.rank() < 2) {
        throw new ShapeMismatch(operator, "expected at least two dimensions", tensor.sizes());
      }
    }
  }

  private static void refuseBoth(String operator, Tensor mask, boolean isCausal) {
    if (mask != null && isCausal) {
      throw new InvalidArgument(
          operator, "attn_mask", "is given with is_causal; expected only one of them");
    }
  }

  private static void checkMask(String operator, Tensor mask, Tensor query, Tensor key) {
    if (mask == null) {
      return;
    }
    DType type = query.dtype();
    if (mask.dtype() != type && mask.dtype() != DType.BOOL && mask.dtype() != DType.FLOAT32) {
      throw new TypeMismatch(
          operator,
          "expected attn_mask of bool, float32 or %s, found %s".formatted(type, mask.dtype()));
    }
    long[] products = query.sizes().clone();
    products[products.length - 1] = key.size(key.rank() - 2);
    if (!fits(mask.sizes(), products, Math.max(query.rank(), key.rank()))) {
      throw new ShapeMismatch(
          operator,
          "expected attn_mask to fit the products %s of queries and keys"
              .formatted(Arrays.toString(products)),
          mask.sizes());
    }
  }

  /** A size of the batch that is 1 in the products may be that of the keys, which is not known. */
  private static boolean fits(long[] mask, long[] products, int rank) {
    for (int i = 1; i <= Math.min(mask.length, products.length); i++) {
      long expected = products[products.length - i];
      boolean isOpen = i > 2 && expected == 1;
      if (!isOpen && !fits(mask[mask.length - i], expected)) {
        return false;
      }
    }
    return mask.length <= rank;
  }

  /** Returns a mask that is added: negative infinity where a boolean one is false. */
  private Tensor additive(Tensor mask, DType type) {
    if (mask == null || mask.dtype() != DType.BOOL) {
      return mask;
    }
    Tensor zeros = aten.zerosLike(mask, type);
    return aten.maskedFill(zeros, aten.logicalNot(mask), Double.NEGATIVE_INFINITY);
  }

  /**
   * Tells whether PyTorch calls its fused kernel, whose results have the layout of the query. Meta
   * tensors stand for those of the CPU.
   */
  private static boolean isFlash(Tensor query, Tensor key, Tensor value, Tensor mask) {
    boolean isFused = query.device().equals(Device.CPU) || query.device().equals(Device.META);
    if (!isFused || query.rank() != 4 || key.rank() != 4 || value.rank() != 4) {
      return false;
    }
    for (Tensor tensor : new Tensor[] {query, key, value}) {
      boolean isLike =
          tensor.size(0) == query.size(0)
              && tensor.size(1) == query.size(1)
              && tensor.size(3) == query.size(3);
      if (!isLike || tensor.stride(3) != 1 || tensor.elementCount() == 0) {
        return false;
      }
    }
    return key.size(2) == value.size(2) && (mask == null || isFlashMask(query, key, mask));
  }

  private static boolean isFlashMask(Tensor query, Tensor key, Tensor mask) {
    int rank = mask.rank();
    if (mask.requiresGrad() || (rank != 2 && rank != 4)) {
      return false;
    }
    return fits(mask.size(rank - 2), query.size(2))
        && fits(mask.size(rank - 1), key.size(2))
        && (rank == 2 || (fits(mask.size(0), query.size(0)) && fits(mask.size(1), query.size(1))));
  }

  private static boolean fits(long size, long expected) {
    return size == 1 || size == expected;
  }

  /** Computes attention, and the weights of the values, too. */
  public _ScaledDotProductAttentionMath.Result math(
      Tensor query,
      Tensor key,
      Tensor value,
      Tensor attnMask,
      double dropoutP,
      boolean isCausal,
      Tensor dropoutMask,
      Double scale,
      boolean enableGqa) {
    String operator = "_scaled_dot_product_attention_math";
    check(operator, query, key, value);
    checkMask(operator, attnMask, query, key);
    refuseBoth(operator, attnMask, isCausal);
    DType computed = query.dtype() == DType.FLOAT64 ? DType.FLOAT64 : DType.FLOAT32;
    Tensor wideQuery = aten.to(query, computed);
    Tensor wideKey = grouped(operator, enableGqa, query, aten.to(key, computed));
    Tensor wideValue = grouped(operator, enableGqa, query, aten.to(value, computed));
    // Both factors are scaled by the square root, so that products do not overflow.
    double factor = Math.sqrt(Math.abs(scaleOf(query, scale)));
    double signed = scale != null && scale < 0 ? -factor : factor;
    Tensor left = aten.mul(wideQuery, signed);
    Tensor right = aten.mul(aten.transpose(wideKey, -2, -1), factor);
    Tensor mask = isCausal ? causal(query, key, computed) : additive(attnMask, computed);
    Tensor products = aten.matmul(left, right);
    Tensor scores = mask == null ? products : aten.add_(products, mask);
    Tensor weights = aten._safeSoftmax(scores, -1, null);
    Tensor dropped = dropped(weights, dropoutP, dropoutMask);
    Tensor output = aten.matmul(dropped, scaledFor(wideValue, dropoutP, dropoutMask));
    return new _ScaledDotProductAttentionMath.Result(
        aten.to(output, query.dtype()), aten.to(dropped, query.dtype()));
  }

  static double scaleOf(Tensor query, Double scale) {
    return scale != null ? scale : 1 / Math.sqrt((double) query.size(query.rank() - 1));
  }

  private Tensor causal(Tensor query, Tensor key, DType type) {
    long[] sizes = {query.size(query.rank() - 2), key.size(key.rank() - 2)};
    return additive(aten.tril(aten.newOnes(query, sizes, DType.BOOL)), type);
  }

  /** Repeats the heads of keys or values until there are as many as those of the query. */
  private Tensor grouped(String operator, boolean isGrouped, Tensor query, Tensor shared) {
    if (!isGrouped) {
      return shared;
    }
    if (query.rank() < 3 || shared.rank() < 3) {
      throw new ShapeMismatch(
          operator, "expected a dimension of heads", query.sizes(), shared.sizes());
    }
    long heads = query.size(query.rank() - 3);
    long groups = shared.size(shared.rank() - 3);
    if (heads == groups) {
      return shared;
    }
    if (groups == 0 || heads % groups != 0) {
      throw new ShapeMismatch(
          operator,
          "the heads of key and value do not divide those of the query",
          query.sizes(),
          shared.sizes());
    }
    return aten.repeatInterleave(shared, heads / groups, -3L, null);
  }

  private Tensor dropped(Tensor weights, double dropoutP, Tensor dropoutMask) {
    if (!(dropoutP > 0)) {
      return weights;
    }
    return dropoutMask == null
        ? aten.dropout(weights, dropoutP, true)
        : aten.maskedFill(weights, aten.logicalNot(dropoutMask), 0.0);
  }

  private Tensor scaledFor(Tensor value, double dropoutP, Tensor dropoutMask) {
    boolean isMasked = dropoutP > 0 && dropoutMask != null;
    return isMasked ? aten.mul(value, 1 / (1 - dropoutP)) : value;
  }

  /** Computes softmax; zeros where all elements are negative infinity. */
  public Tensor safeSoftmax(Tensor self, long dim, DType dtype) {
    Tensor scores = dtype == null ? self : aten.to(self, dtype);
    Tensor softmax = aten.softmax(scores, dim);
    Tensor isMasked = aten.eq(scores, Scalar.of(Double.NEGATIVE_INFINITY));
    return aten.maskedFill(softmax, aten.all(isMasked, dim, true), 0.0);
  }
}
