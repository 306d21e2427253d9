package jackfield.nn.attention;

import jackfield.tensor.Tensor;

/**
 * Which keys a query does not see. In tensors of booleans true stands for a key that is left out,
 * as in PyTorch; other tensors are added to the products of queries and keys.
 *
 * @param attention {@code [queries, keys]}, {@code [batch * heads, queries, keys]} or {@code
 *     [batch, heads, queries, keys]}; null for none
 * @param padding {@code [batch, keys]}, or {@code [keys]} without a batch; null for none
 * @param isCausal whether a query sees no key behind its own position
 */
public record Mask(Tensor attention, Tensor padding, boolean isCausal) {
  /** A mask that leaves out nothing. */
  public static final Mask NONE = new Mask(null, null, false);

  /** A mask that leaves out the keys behind the query. */
  public static final Mask CAUSAL = new Mask(null, null, true);

  boolean isPlain() {
    return attention == null && padding == null;
  }
}
