package jackfield.nn.attention;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/** Turns masks into one tensor that is added to the products of queries and keys. */
final class MaskSum {
  private final Aten aten;
  private final Tensor query; // [batch, heads, queries, features]
  private final long keys;

  MaskSum(Aten aten, Tensor query, long keys) {
    this.aten = aten;
    this.query = query;
    this.keys = keys;
  }

  /** Returns a tensor that can be broadcast to {@code [batch, heads, queries, keys]}. */
  Tensor of(Mask mask) {
    Tensor sum = aten.newZeros(query, query.size(2), keys);
    if (mask.attention() != null) {
      sum = aten.add(sum, added(withHeads(mask.attention())));
    }
    if (mask.padding() != null) {
      sum = aten.add(sum, added(ofPadding(mask.padding())));
    }
    if (mask.isCausal()) {
      Tensor ones = aten.newOnes(query, query.size(2), keys);
      sum = aten.add(sum, added(aten.to(aten.triu(ones, 1), DType.BOOL)));
    }
    return sum;
  }

  private Tensor withHeads(Tensor mask) {
    return switch (mask.rank()) {
      case 2, 4 -> mask;
      case 3 -> aten.unflatten(mask, 0, query.size(0), query.size(1));
      default ->
          throw new ShapeMismatch(
              "multiheadAttention", "expected a mask of 2, 3 or 4 dimensions", mask.sizes());
    };
  }

  private Tensor ofPadding(Tensor padding) {
    Tensor rows = padding.rank() == 1 ? aten.unsqueeze(padding, 0) : padding;
    if (rows.rank() != 2 || rows.size(0) != query.size(0) || rows.size(1) != keys) {
      throw new ShapeMismatch(
          "multiheadAttention",
          "expected padding of [%d, %d]".formatted(query.size(0), keys),
          padding.sizes());
    }
    return aten.unsqueeze(aten.unsqueeze(rows, 1), 1);
  }

  private Tensor added(Tensor mask) {
    return mask.dtype() == DType.BOOL
        ? aten.maskedFill(aten.newZeros(query, mask.sizes()), mask, Double.NEGATIVE_INFINITY)
        : mask;
  }
}
