package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Layers of cells in one or two directions; each layer reads the outputs of the one before.
 *
 * @param operator its name, for messages of errors
 * @param cell what each step computes
 * @param steps how layers run over the steps
 * @param layers the number of layers
 * @param isBidirectional whether each layer runs backwards, too
 * @param dropout the probability with which elements between layers become 0
 */
record Network(
    Aten aten,
    String operator,
    Cell cell,
    Steps steps,
    long layers,
    boolean isBidirectional,
    double dropout) {

  /**
   * Runs the network.
   *
   * @param first the first states: {@code [layers * directions, batch, features]} each
   */
  Steps.Run run(Tensor input, Tensor[] first, Tensor[] params, boolean hasBiases) {
    checkTypes(input, first);
    checkTypes(input, params);
    boolean isProjected = cell == Cell.LSTM && isProjected(first);
    CellWeights[] weights = CellWeights.divided(operator, params, hasBiases, isProjected);
    Tensor[][] states = states(first);
    checkCounts(weights.length, states.length);
    int directions = isBidirectional ? 2 : 1;
    Tensor output = input;
    for (int layer = 0; layer < layers; layer++) {
      output = layer == 0 || dropout == 0 ? output : aten.dropout(output, dropout, true);
      Tensor[] outputs = new Tensor[directions];
      for (int direction = 0; direction < directions; direction++) {
        int at = layer * directions + direction;
        Steps.Run run = steps.run(cell, output, states[at], weights[at], direction == 1);
        outputs[direction] = run.outputs();
        states[at] = run.state();
      }
      output = directions == 1 ? outputs[0] : aten.cat(outputs, outputs[0].rank() - 1);
    }
    return new Steps.Run(output, stacked(states));
  }

  private boolean isProjected(Tensor[] first) {
    for (Tensor state : first) {
      if (state.rank() != 3) {
        throw new ShapeMismatch(operator, "expected states of 3 dimensions", state.sizes());
      }
    }
    return first[0].size(2) != first[1].size(2);
  }

  private void checkTypes(Tensor input, Tensor[] others) {
    for (Tensor other : others) {
      if (other.dtype() != input.dtype()) {
        throw new TypeMismatch(
            operator, "expected %s as the input, found %s".formatted(input.dtype(), other.dtype()));
      }
    }
  }

  private void checkCounts(long weights, long states) {
    long directions = isBidirectional ? 2 : 1;
    if (layers < 1 || weights % directions != 0 || weights / directions != layers) {
      throw new InvalidArgument(
          operator,
          "params",
          "are those of %d layers in %d directions, expected %d layers"
              .formatted(weights / directions, directions, layers));
    }
    if (states != weights) {
      throw new InvalidArgument(
          operator, "hx", "has %d states, expected %d".formatted(states, weights));
    }
  }

  /** Returns a state for each layer and direction. */
  private Tensor[][] states(Tensor[] first) {
    Tensor[][] parts = new Tensor[first.length][];
    for (int i = 0; i < first.length; i++) {
      parts[i] = aten.unbind(first[i]);
      if (parts[i].length != parts[0].length) {
        throw new ShapeMismatch(
            operator, "the states differ in number", first[0].sizes(), first[i].sizes());
      }
    }
    Tensor[][] states = new Tensor[parts[0].length][first.length];
    for (int at = 0; at < states.length; at++) {
      for (int i = 0; i < first.length; i++) {
        states[at][i] = parts[i][at];
      }
    }
    return states;
  }

  private Tensor[] stacked(Tensor[][] states) {
    Tensor[] stacked = new Tensor[states[0].length];
    for (int i = 0; i < stacked.length; i++) {
      Tensor[] parts = new Tensor[states.length];
      for (int at = 0; at < states.length; at++) {
        parts[at] = states[at][i];
      }
      stacked[i] = aten.stack(parts);
    }
    return stacked;
  }
}
