package jackfield.nn.attention;

import jackfield.error.InvalidArgument;

/**
 * How a layer of a transformer is built; the defaults are PyTorch's.
 *
 * @param feedforward the width between the two linear maps
 * @param dropout the probability of each dropout in training
 * @param activation the function between the two linear maps
 * @param eps is added to the variance in layer norms
 * @param batchFirst whether the batch is the first dimension instead of the second
 * @param normFirst whether layer norms come before attention and linear maps, not after
 * @param bias whether there are biases
 */
public record TransformerOptions(
    long feedforward,
    double dropout,
    Activation activation,
    double eps,
    boolean batchFirst,
    boolean normFirst,
    boolean bias) {
  /** A function between two linear maps. */
  public enum Activation {
    /** The maximum of 0 and each element. */
    RELU,
    /** The Gaussian error linear unit. */
    GELU
  }

  /** A width of 2,048, a dropout of 0.1, positive parts, and the batch in the middle. */
  public static final TransformerOptions DEFAULT =
      new TransformerOptions(2048, 0.1, Activation.RELU, 1e-5, false, false, true);

  /**
   * Checks the numbers.
   *
   * @throws InvalidArgument if the width is not positive, or {@code dropout} not from 0 to 1
   */
  public TransformerOptions {
    if (feedforward < 1) {
      throw new InvalidArgument(
          "transformer", "dim_feedforward", "must be 1 or more, found " + feedforward);
    }
    if (!(dropout >= 0 && dropout <= 1)) {
      throw new InvalidArgument("transformer", "dropout", "must be from 0 to 1, found " + dropout);
    }
  }

  /** Returns these options with another width between the two linear maps. */
  public TransformerOptions feedforward(long width) {
    return new TransformerOptions(width, dropout, activation, eps, batchFirst, normFirst, bias);
  }

  /** Returns these options with another probability of dropout. */
  public TransformerOptions dropout(double probability) {
    return new TransformerOptions(
        feedforward, probability, activation, eps, batchFirst, normFirst, bias);
  }

  /** Returns these options with another function between the two linear maps. */
  public TransformerOptions activation(Activation function) {
    return new TransformerOptions(feedforward, dropout, function, eps, batchFirst, normFirst, bias);
  }

  /** Returns these options with the batch as first dimension. */
  public TransformerOptions withBatchFirst() {
    return new TransformerOptions(feedforward, dropout, activation, eps, true, normFirst, bias);
  }

  /** Returns these options with layer norms before attention and linear maps. */
  public TransformerOptions withNormFirst() {
    return new TransformerOptions(feedforward, dropout, activation, eps, batchFirst, true, bias);
  }

  /** Returns these options without biases. */
  public TransformerOptions withoutBias() {
    return new TransformerOptions(
        feedforward, dropout, activation, eps, batchFirst, normFirst, false);
  }

  AttentionOptions attention() {
    AttentionOptions own = AttentionOptions.DEFAULT.dropout(dropout).withBatchFirst(batchFirst);
    return bias ? own : own.withoutBias();
  }
}
