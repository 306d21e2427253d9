package jackfield.nn.recurrent;

import jackfield.error.InvalidArgument;

/**
 * How a recurrent network is built; the defaults are PyTorch's.
 *
 * @param layers the number of layers; each reads the outputs of the one before
 * @param bias whether two biases are added in each step
 * @param batchFirst whether inputs and outputs are {@code [batch, steps, features]} instead of
 *     {@code [steps, batch, features]}
 * @param dropout the probability with which elements between layers become 0 in training
 * @param bidirectional whether each layer runs backwards, too
 */
public record RecurrentOptions(
    int layers, boolean bias, boolean batchFirst, double dropout, boolean bidirectional) {

  /** One layer with biases in one direction. */
  public static final RecurrentOptions DEFAULT = new RecurrentOptions(1, true, false, 0, false);

  /**
   * Checks the numbers.
   *
   * @throws InvalidArgument if there is no layer, or {@code dropout} is not from 0 to 1
   */
  public RecurrentOptions {
    if (layers < 1) {
      throw new InvalidArgument("recurrent", "layers", "must be 1 or more, found " + layers);
    }
    if (!(dropout >= 0 && dropout <= 1)) {
      throw new InvalidArgument("recurrent", "dropout", "must be from 0 to 1, found " + dropout);
    }
  }

  /** Returns these options with another number of layers. */
  public RecurrentOptions layers(int wanted) {
    return new RecurrentOptions(wanted, bias, batchFirst, dropout, bidirectional);
  }

  /** Returns these options without biases. */
  public RecurrentOptions withoutBias() {
    return new RecurrentOptions(layers, false, batchFirst, dropout, bidirectional);
  }

  /** Returns these options with the batch as first dimension. */
  public RecurrentOptions withBatchFirst() {
    return new RecurrentOptions(layers, bias, true, dropout, bidirectional);
  }

  /** Returns these options with dropout between layers. */
  public RecurrentOptions dropout(double wanted) {
    return new RecurrentOptions(layers, bias, batchFirst, wanted, bidirectional);
  }

  /** Returns these options with both directions. */
  public RecurrentOptions inBothDirections() {
    return new RecurrentOptions(layers, bias, batchFirst, dropout, true);
  }

  int directions() {
    return bidirectional ? 2 : 1;
  }
}
