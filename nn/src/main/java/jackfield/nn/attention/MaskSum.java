package jackfield.nn.attention;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/** Turns masks into one tensor that is added to the products of queries and keys. */
final class MaskSum {
  private static final String OPERATOR = "multiheadAttention";

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
    requireType("attention", mask);
    long batch = query.size(0);
    long heads = query.size(1);
    long queries = query.size(2);
    long[] whole = {batch, heads, queries, keys};
    long[] joined = {Shapes.product(batch, heads), queries, keys};
    long[] shared = {queries, keys};
    long[] expected =
        switch (mask.rank()) {
          case 3 -> joined;
          case 4 -> whole;
          default -> shared;
        };
    if (!Arrays.equals(mask.sizes(), expected)) {
      throw new ShapeMismatch(
          OPERATOR,
          "expected an attention mask %s of queries and keys, %s with batch * heads, or %s"
              .formatted(Arrays.toString(shared), Arrays.toString(joined), Arrays.toString(whole)),
          mask.sizes());
    }
    return mask.rank() == 3 ? aten.unflatten(mask, 0, batch, heads) : mask;
  }

  private Tensor ofPadding(Tensor padding) {
    requireType("padding", padding);
    long[] expected = {query.size(0), keys};
    boolean isAlone = padding.rank() == 1 && query.size(0) == 1;
    Tensor rows = isAlone ? aten.unsqueeze(padding, 0) : padding;
    if (!Arrays.equals(rows.sizes(), expected)) {
      throw new ShapeMismatch(
          OPERATOR,
          "expected a padding mask %s of batch and keys".formatted(Arrays.toString(expected)),
          padding.sizes());
    }
    return aten.unsqueeze(aten.unsqueeze(rows, 1), 1);
  }

  /** Numbers are added: those of another category than the query's are probably meant as truths. */
  private void requireType(String name, Tensor mask) {
    DType type = query.dtype();
    boolean isAdded = mask.dtype().isFloating() && mask.dtype().promote(type) == type;
    if (mask.dtype() != DType.BOOL && !isAdded) {
      DType fitting = mask.dtype().isFloating() ? type : DType.BOOL;
      throw new TypeMismatch(
          OPERATOR,
          ("expected the %s mask of bool (true leaves a key out) or %s (added), found %s; "
                  + "try aten.to(mask, DType.%s)")
              .formatted(name, type, mask.dtype(), fitting.name()));
    }
  }

  private Tensor added(Tensor mask) {
    return mask.dtype() == DType.BOOL
        ? aten.maskedFill(aten.newZeros(query, mask.sizes()), mask, Double.NEGATIVE_INFINITY)
        : mask;
  }
}
