package jackfield.nn.layer;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Tensor;
import java.util.Objects;

/**
 * A table whose rows are chosen by indexes: input {@code [*]} of int64 or int32, output {@code [*,
 * width]}.
 *
 * <p>The parameter is {@code weight [count, width]}. It starts with normal random numbers of mean 0
 * and deviation 1, as in PyTorch; the row of padding starts with zeros and is not trained.
 */
public final class Embedding extends Module {
  private static final long NO_PADDING = -1;

  private final Aten aten;
  private final Parameter weight;
  private final long padding;
  private final EmbeddingOptions options;

  /**
   * Creates the table.
   *
   * @throws InvalidArgument if a size is negative, or there is no row of padding
   */
  public Embedding(ModuleContext context, long count, long width, EmbeddingOptions options) {
    Objects.requireNonNull(options, "embedding: options is null");
    if (count < 0 || width < 0) {
      throw new InvalidArgument(
          "embedding", "sizes", "must be 0 or more, found %d and %d".formatted(count, width));
    }
    this.options = options;
    padding = options.paddingIdx() == null ? NO_PADDING : wrapped(options.paddingIdx(), count);
    aten = context.aten();
    weight = register("weight", context.normal(1, count, width));
    if (padding != NO_PADDING) {
      aten.zero_(aten.select(weight.tensor().data(), 0, padding));
    }
  }

  private static long wrapped(long paddingIdx, long count) {
    if (paddingIdx < -count || paddingIdx >= count) {
      throw new InvalidArgument(
          "embedding",
          "padding_idx",
          "must be from %d to %d, found %d".formatted(-count, count - 1, paddingIdx));
    }
    return paddingIdx < 0 ? paddingIdx + count : paddingIdx;
  }

  /** Returns the table, {@code [count, width]}. */
  public Parameter weight() {
    return weight;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    if (options.maxNorm() != null) {
      try (Guard _ = DispatchContext.current().gradients(false)) {
        aten.embeddingRenorm_(weight.tensor(), input, options.maxNorm(), options.normType());
      }
    }
    return aten.embedding(weight.tensor(), input, padding, options.scaleGradByFreq(), false);
  }

  @Override
  protected String details() {
    long[] sizes = weight.tensor().sizes();
    String rows = "%d, %d".formatted(sizes[0], sizes[1]);
    return padding == NO_PADDING ? rows : rows + ", padding_idx=" + padding;
  }
}
