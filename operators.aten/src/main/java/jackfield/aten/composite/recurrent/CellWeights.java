package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;

/**
 * The parameters of one layer in one direction.
 *
 * @param ofInput the matrix of the input
 * @param ofHidden the matrix of the hidden state
 * @param inputBias null without biases
 * @param hiddenBias null without biases
 * @param projection the matrix that shortens the hidden state of an LSTM; null without one
 */
record CellWeights(
    Tensor ofInput, Tensor ofHidden, Tensor inputBias, Tensor hiddenBias, Tensor projection) {

  /** Divides a list of parameters by layers and directions. */
  static CellWeights[] divided(
      String operator, Tensor[] params, boolean hasBiases, boolean hasProjections) {
    int each = 2 + (hasBiases ? 2 : 0) + (hasProjections ? 1 : 0);
    if (params.length % each != 0) {
      throw new InvalidArgument(
          operator,
          "params",
          "has %d tensors, expected a multiple of %d".formatted(params.length, each));
    }
    CellWeights[] weights = new CellWeights[params.length / each];
    for (int i = 0; i < weights.length; i++) {
      int first = i * each;
      weights[i] =
          new CellWeights(
              params[first],
              params[first + 1],
              hasBiases ? params[first + 2] : null,
              hasBiases ? params[first + 3] : null,
              hasProjections ? params[first + each - 1] : null);
    }
    return weights;
  }

  /** Multiplies steps of the input, which does not depend on the state. */
  Tensor multipliedInput(Aten aten, Tensor input) {
    return aten.linear(input, ofInput, inputBias);
  }

  /** Multiplies the hidden state. */
  Tensor multipliedHidden(Aten aten, Tensor hidden) {
    return aten.linear(hidden, ofHidden, hiddenBias);
  }
}
