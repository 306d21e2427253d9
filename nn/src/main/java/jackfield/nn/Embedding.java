package jackfield.nn;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;

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

  Embedding(Nn nn, long count, long width, Long paddingIdx) {
    if (count < 0 || width < 0) {
      throw new InvalidArgument(
          "embedding", "sizes", "must be 0 or more, found %d and %d".formatted(count, width));
    }
    padding = paddingIdx == null ? NO_PADDING : wrapped(paddingIdx, count);
    aten = nn.aten();
    weight = register("weight", nn.normal(count, width));
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
    return aten.embedding(weight.tensor(), input, padding, false, false);
  }

  @Override
  protected String details() {
    long[] sizes = weight.tensor().sizes();
    String rows = "%d, %d".formatted(sizes[0], sizes[1]);
    return padding == NO_PADDING ? rows : rows + ", padding_idx=" + padding;
  }
}
