package jackfield.nn.layer;

import jackfield.error.InvalidArgument;

/**
 * How a table of embeddings is used; the defaults are PyTorch's.
 *
 * @param paddingIdx the row that is zeros at first and is not trained, negative from the end; null
 *     for none
 * @param maxNorm the norm to which longer rows are scaled before they are read; null for none
 * @param normType the power of that norm
 * @param scaleGradByFreq whether the gradient of a row is divided by how often the row was read
 */
public record EmbeddingOptions(
    Long paddingIdx, Double maxNorm, double normType, boolean scaleGradByFreq) {
  /** No padding and no limit of norms. */
  public static final EmbeddingOptions DEFAULT = new EmbeddingOptions(null, null, 2, false);

  /**
   * Checks the numbers.
   *
   * @throws InvalidArgument if {@code maxNorm} is not above 0
   */
  public EmbeddingOptions {
    if (maxNorm != null && !(maxNorm > 0)) {
      throw new InvalidArgument("embedding", "max_norm", "must be above 0, found " + maxNorm);
    }
  }

  /** Returns these options with a row of padding. */
  public EmbeddingOptions paddingIdx(long row) {
    return new EmbeddingOptions(row, maxNorm, normType, scaleGradByFreq);
  }

  /** Returns these options with a limit of the norms of rows. */
  public EmbeddingOptions maxNorm(double limit, double power) {
    return new EmbeddingOptions(paddingIdx, limit, power, scaleGradByFreq);
  }

  /** Returns these options with gradients that are divided by the frequencies of the rows. */
  public EmbeddingOptions scaledByFrequency() {
    return new EmbeddingOptions(paddingIdx, maxNorm, normType, true);
  }
}
