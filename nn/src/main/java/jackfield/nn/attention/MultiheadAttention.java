package jackfield.nn.attention;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.layer.Linear;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Objects;

/**
 * Attention of several heads: query {@code [queries, batch, width]}, key and value {@code [keys,
 * batch, width]}, output as the query. The batch may be left out, or come first; see {@link
 * AttentionOptions}.
 *
 * <p>The parameters have PyTorch's names: those of the {@link Projections}, {@code bias_k} and
 * {@code bias_v} if they are wanted, {@code out_proj.weight [width, width]} and {@code
 * out_proj.bias}.
 */
public final class MultiheadAttention extends Module {
  private final Aten aten;
  private final long width;
  private final long heads;
  private final AttentionOptions options;
  private final Projections projections;
  private final Parameter biasKey; // null for none
  private final Parameter biasValue;
  private final Linear out;

  /**
   * Creates the parameters.
   *
   * @throws InvalidArgument if {@code heads} does not divide {@code width}
   */
  public MultiheadAttention(
      ModuleContext context, long width, long heads, AttentionOptions options) {
    Objects.requireNonNull(options, "multiheadAttention: options is null");
    if (width < 1 || heads < 1 || width % heads != 0) {
      throw new InvalidArgument(
          "multiheadAttention",
          "heads",
          "must divide the width of %d, found %d".formatted(width, heads));
    }
    this.aten = context.aten();
    this.width = width;
    this.heads = heads;
    this.options = options;
    projections = new Projections(context, width, options);
    projections.named().forEach(this::register);
    double deviation = 1 / Math.sqrt((double) width);
    boolean hasBoth = options.addBiasKv();
    biasKey = hasBoth ? register("bias_k", context.normal(deviation, 1, 1, width)) : null;
    biasValue = hasBoth ? register("bias_v", context.normal(deviation, 1, 1, width)) : null;
    out = register("out_proj", new Linear(context, width, width, options.bias()));
    if (options.bias()) {
      aten.zero_(out.bias().tensor().data());
    }
  }

  /**
   * What attention computes.
   *
   * @param output as the query
   * @param weights the mean weights of all heads, {@code [batch, queries, keys]}
   */
  public record Result(Tensor output, Tensor weights) {}

  /** Computes the attention of {@code input} to itself. */
  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    return forward(input, input, input, Mask.NONE);
  }

  /**
   * Computes attention.
   *
   * @param mask as {@link Mask#attention}, or null
   * @param isCausal whether a query sees no key behind its own position
   * @throws ShapeMismatch if the sizes do not fit
   * @throws jackfield.tensor.TypeMismatch if a mask has neither booleans nor numbers of the query's
   *     type
   */
  public Tensor forward(Tensor query, Tensor key, Tensor value, Tensor mask, boolean isCausal) {
    return forward(query, key, value, new Mask(mask, null, isCausal));
  }

  /**
   * Computes attention.
   *
   * @throws ShapeMismatch if the sizes do not fit
   * @throws jackfield.tensor.TypeMismatch if a mask has neither booleans nor numbers of the query's
   *     type
   */
  public Tensor forward(Tensor query, Tensor key, Tensor value, Mask mask) {
    given("mask", mask);
    Heads split = heads(query, key, value);
    boolean isPlain = mask.isPlain() && !(mask.isCausal() && split.added() > 0);
    Tensor attended =
        aten.scaledDotProductAttention(
            split.query(),
            split.key(),
            split.value(),
            isPlain ? null : sum(split, mask),
            isTraining() ? options.dropout() : 0,
            isPlain && mask.isCausal(),
            null,
            false);
    return output(attended, query);
  }

  /**
   * Computes attention and the weights of the keys.
   *
   * @throws ShapeMismatch if the sizes do not fit
   * @throws jackfield.tensor.TypeMismatch if a mask has neither booleans nor numbers of the query's
   *     type
   */
  public Result forwardWithWeights(Tensor query, Tensor key, Tensor value, Mask mask) {
    given("mask", mask);
    Heads split = heads(query, key, value);
    long headWidth = width / heads; // without a remainder
    double scale = 1 / Math.sqrt((double) headWidth);
    Tensor products =
        aten.matmul(aten.mul(split.query(), scale), aten.transpose(split.key(), -2, -1));
    Tensor weights = aten.softmax(aten.add(products, sum(split, mask)), -1);
    Tensor dropped = aten.dropout(weights, options.dropout(), isTraining());
    Tensor mean = aten.mean(dropped, new long[] {1}, false);
    return new Result(
        output(aten.matmul(dropped, split.value()), query),
        query.rank() == 2 ? aten.squeeze(mean, 0) : mean);
  }

  /** Query, key and value as {@code [batch, heads, *, features]}, and how many keys were added. */
  private record Heads(Tensor query, Tensor key, Tensor value, int added) {}

  private Heads heads(Tensor query, Tensor key, Tensor value) {
    given("query", query);
    given("key", key);
    given("value", value);
    requireSizes(query, width, query.rank());
    requireSizes(key, options.keyWidth() == null ? width : options.keyWidth(), query.rank());
    requireSizes(value, options.valueWidth() == null ? width : options.valueWidth(), query.rank());
    Tensor[] projected = projections.of(batched(query), batched(key), batched(value));
    Tensor keys = byHead(projected[1]);
    Tensor values = byHead(projected[2]);
    int added = 0;
    if (biasKey != null) {
      keys = followed(keys, aten.unflatten(biasKey.tensor(), 2, heads, -1));
      values = followed(values, aten.unflatten(biasValue.tensor(), 2, heads, -1));
      added++;
    }
    if (options.addZeroAttn()) {
      Tensor zeros = aten.newZeros(keys, 1, 1, heads, width / heads);
      keys = followed(keys, zeros);
      values = followed(values, zeros);
      added++;
    }
    return new Heads(byHead(projected[0]), keys, values, added);
  }

  private Tensor followed(Tensor keys, Tensor one) {
    Tensor last = aten.permute(one, 0, 2, 1, 3); // [1, heads, 1, features]
    long[] sizes = {keys.size(0), heads, 1, width / heads};
    return aten.cat(new Tensor[] {keys, aten.expand(last, sizes)}, 2);
  }

  /** Masks do not concern the keys that this module adds. */
  private Tensor sum(Heads split, Mask mask) {
    long given = split.key().size(2) - split.added();
    Tensor sum = new MaskSum(aten, split.query(), given).of(mask);
    return split.added() == 0 ? sum : aten.pad(sum, 0, split.added());
  }

  private Tensor batched(Tensor input) {
    return input.rank() == 2 ? aten.unsqueeze(input, batchDimension()) : input;
  }

  private long batchDimension() {
    return options.batchFirst() ? 0 : 1;
  }

  private Tensor byHead(Tensor projected) {
    Tensor split = aten.unflatten(projected, 2, heads, width / heads);
    return options.batchFirst() ? aten.permute(split, 0, 2, 1, 3) : aten.permute(split, 1, 2, 0, 3);
  }

  /** Returns {@code attended [batch, heads, queries, features]} in the layout of the query. */
  private Tensor output(Tensor attended, Tensor query) {
    Tensor order =
        options.batchFirst()
            ? aten.permute(attended, 0, 2, 1, 3)
            : aten.permute(attended, 2, 0, 1, 3);
    Tensor output = out.forward(aten.flatten(order, 2, 3));
    return query.rank() == 2 ? aten.squeeze(output, batchDimension()) : output;
  }

  private static void requireSizes(Tensor input, long width, int rank) {
    if (input.rank() != rank || (rank != 2 && rank != 3) || input.size(rank - 1) != width) {
      throw new ShapeMismatch(
          "multiheadAttention",
          "expected three dimensions, or two without a batch, the last of %d".formatted(width),
          input.sizes());
    }
  }

  @Override
  protected String details() {
    return "%d, %d, dropout=%s, batch_first=%b"
        .formatted(width, heads, options.dropout(), options.batchFirst());
  }
}
