package jackfield.nn.attention;

import jackfield.error.InvalidArgument;

/**
 * How attention of several heads is built; the defaults are PyTorch's.
 *
 * @param dropout the probability with which weights become 0 in training
 * @param bias whether projections have biases
 * @param addBiasKv whether a learned key and value follow the others
 * @param addZeroAttn whether a key and a value of zeros follow the others
 * @param keyWidth the width of the keys, null for that of the queries
 * @param valueWidth the width of the values, null for that of the queries
 * @param batchFirst whether the batch is the first dimension instead of the second
 */
public record AttentionOptions(
    double dropout,
    boolean bias,
    boolean addBiasKv,
    boolean addZeroAttn,
    Long keyWidth,
    Long valueWidth,
    boolean batchFirst) {
  /** Biases, no dropout, keys and values as wide as queries, and the batch in the middle. */
  public static final AttentionOptions DEFAULT =
      new AttentionOptions(0, true, false, false, null, null, false);

  /**
   * Checks the numbers.
   *
   * @throws InvalidArgument if {@code dropout} is not from 0 to 1, or a width is not positive
   */
  public AttentionOptions {
    if (!(dropout >= 0 && dropout <= 1)) {
      throw new InvalidArgument(
          "multiheadAttention", "dropout", "must be from 0 to 1, found " + dropout);
    }
    if ((keyWidth != null && keyWidth < 1) || (valueWidth != null && valueWidth < 1)) {
      throw new InvalidArgument(
          "multiheadAttention",
          "kdim, vdim",
          "must be 1 or more, found %s and %s".formatted(keyWidth, valueWidth));
    }
  }

  /** Returns these options with dropout of weights. */
  public AttentionOptions dropout(double probability) {
    return new AttentionOptions(
        probability, bias, addBiasKv, addZeroAttn, keyWidth, valueWidth, batchFirst);
  }

  /** Returns these options without biases of projections. */
  public AttentionOptions withoutBias() {
    return new AttentionOptions(
        dropout, false, addBiasKv, addZeroAttn, keyWidth, valueWidth, batchFirst);
  }

  /** Returns these options with a learned key and value after the others. */
  public AttentionOptions withBiasKv() {
    return new AttentionOptions(dropout, bias, true, addZeroAttn, keyWidth, valueWidth, batchFirst);
  }

  /** Returns these options with a key and a value of zeros after the others. */
  public AttentionOptions withZeroAttn() {
    return new AttentionOptions(dropout, bias, addBiasKv, true, keyWidth, valueWidth, batchFirst);
  }

  /** Returns these options with keys and values of other widths. */
  public AttentionOptions widths(long ofKeys, long ofValues) {
    return new AttentionOptions(
        dropout, bias, addBiasKv, addZeroAttn, ofKeys, ofValues, batchFirst);
  }

  /** Returns these options with the batch as first dimension. */
  public AttentionOptions withBatchFirst() {
    return new AttentionOptions(dropout, bias, addBiasKv, addZeroAttn, keyWidth, valueWidth, true);
  }

  /** Returns these options with the batch as first dimension or as second. */
  AttentionOptions withBatchFirst(boolean wanted) {
    return new AttentionOptions(
        dropout, bias, addBiasKv, addZeroAttn, keyWidth, valueWidth, wanted);
  }
}
