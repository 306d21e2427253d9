package jackfield.nn;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Attention of several heads: query {@code [queries, batch, width]}, key and value {@code [keys,
 * batch, width]}, output as the query. With {@code batchFirst}, the batch is the first dimension.
 *
 * <p>The parameters have PyTorch's names: {@code in_proj_weight [3 * width, width]}, {@code
 * in_proj_bias}, {@code out_proj.weight [width, width]}, {@code out_proj.bias}. The first starts
 * with uniform random numbers from ±√(6 / (4 width)), biases with zeros.
 */
public final class MultiheadAttention extends Module {
  private static final int PARTS = 3; // query, key and value

  private final Aten aten;
  private final long width;
  private final long heads;
  private final double dropout;
  private final boolean batchFirst;
  private final Parameter weight;
  private final Parameter bias;
  private final Linear out;

  MultiheadAttention(Nn nn, long width, long heads, double dropout, boolean batchFirst) {
    if (width < 1 || heads < 1 || width % heads != 0) {
      throw new InvalidArgument(
          "multiheadAttention",
          "heads",
          "must divide the width of %d, found %d".formatted(width, heads));
    }
    if (!(dropout >= 0 && dropout <= 1)) {
      throw new InvalidArgument(
          "multiheadAttention", "dropout", "must be from 0 to 1, found " + dropout);
    }
    this.aten = nn.aten();
    this.width = width;
    this.heads = heads;
    this.dropout = dropout;
    this.batchFirst = batchFirst;
    double bound = Math.sqrt(6.0 / (width + (double) PARTS * width));
    long rows = Shapes.product(PARTS, width);
    weight = register("in_proj_weight", nn.uniform(bound, rows, width));
    bias = register("in_proj_bias", nn.uniform(0, rows));
    out = register("out_proj", nn.linear(width, width));
    aten.zero_(out.bias().tensor().data());
  }

  /** Computes the attention of {@code input} to itself. */
  @Override
  public Tensor forward(Tensor input) {
    return forward(input, input, input, null, false);
  }

  /**
   * Computes attention.
   *
   * @param mask added to the products of queries and keys, {@code [queries, keys]} or {@code
   *     [batch, heads, queries, keys]}; a boolean one is true where a key is left out, as in
   *     PyTorch; null for none
   * @param isCausal whether a query sees no key behind its own position
   * @throws ShapeMismatch if the sizes do not fit
   */
  public Tensor forward(Tensor query, Tensor key, Tensor value, Tensor mask, boolean isCausal) {
    requireBatches(query, key, value);
    Tensor[] weights = aten.chunk(weight.tensor(), PARTS, 0);
    Tensor[] biases = aten.chunk(bias.tensor(), PARTS, 0);
    Tensor attended =
        aten.scaledDotProductAttention(
            byHead(aten.linear(query, weights[0], biases[0])),
            byHead(aten.linear(key, weights[1], biases[1])),
            byHead(aten.linear(value, weights[2], biases[2])),
            mask == null ? null : seen(mask),
            isTraining() ? dropout : 0,
            isCausal,
            null,
            false);
    // [batch, heads, queries, features] → the layout of the query
    Tensor order =
        batchFirst ? aten.permute(attended, 0, 2, 1, 3) : aten.permute(attended, 2, 0, 1, 3);
    return out.forward(aten.flatten(order, 2, 3));
  }

  /** Returns the mask of attention, where a boolean one is true for keys that are seen. */
  private Tensor seen(Tensor mask) {
    return mask.dtype() == DType.BOOL ? aten.logicalNot(mask) : mask;
  }

  private Tensor byHead(Tensor projected) {
    Tensor split = aten.unflatten(projected, 2, heads, width / heads);
    return batchFirst ? aten.permute(split, 0, 2, 1, 3) : aten.permute(split, 1, 2, 0, 3);
  }

  private void requireBatches(Tensor... inputs) {
    for (Tensor input : inputs) {
      if (input.rank() != 3 || input.size(2) != width) {
        throw new ShapeMismatch(
            "multiheadAttention",
            "expected three dimensions, the last of %d".formatted(width),
            input.sizes());
      }
    }
  }

  @Override
  protected String details() {
    return "%d, %d, dropout=%s, batch_first=%b".formatted(width, heads, dropout, batchFirst);
  }
}
