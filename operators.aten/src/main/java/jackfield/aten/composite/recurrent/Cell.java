package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Locale;

/** One step of a recurrent network. A state is the hidden state and, for LSTM, the cell's. */
enum Cell {
  /** The hyperbolic tangent of a sum. */
  TANH,
  /** The positive part of a sum. */
  RELU,
  /** A gated recurrent unit. */
  GRU,
  /** A long short-term memory. */
  LSTM;

  /**
   * Returns the next state.
   *
   * @param input the step's input, already multiplied by its matrix
   * @throws ShapeMismatch if a product does not have the gates of the state
   */
  Tensor[] next(Aten aten, Tensor input, Tensor[] state, CellWeights weights) {
    Tensor hidden = weights.multipliedHidden(aten, state[0]);
    requireGates(input, hidden, state[state.length - 1]);
    return switch (this) {
      case TANH -> new Tensor[] {aten.tanh(aten.add(hidden, input))};
      case RELU -> new Tensor[] {aten.relu(aten.add(hidden, input))};
      case GRU -> new Tensor[] {gatedUnit(aten, input, hidden, state[0])};
      case LSTM -> memory(aten, aten.add(hidden, input), state[1], weights.projection());
    };
  }

  private void requireGates(Tensor input, Tensor hidden, Tensor state) {
    if (gates() == 1) {
      return; // the sum broadcasts or refuses
    }
    long expected = Shapes.product(gates(), state.size(state.rank() - 1));
    for (Tensor product : new Tensor[] {input, hidden}) {
      if (product.rank() != 2 || product.size(1) != expected) {
        throw new ShapeMismatch(
            name().toLowerCase(Locale.ROOT),
            "expected %d gates for each element of the state".formatted(gates()),
            product.sizes(),
            state.sizes());
      }
    }
  }

  private static Tensor gatedUnit(Aten aten, Tensor input, Tensor hidden, Tensor state) {
    Tensor[] inputs = aten.unsafeChunk(input, 3, 1);
    Tensor[] hiddens = aten.unsafeChunk(hidden, 3, 1);
    Tensor reset = aten.sigmoid(aten.add(hiddens[0], inputs[0]));
    Tensor kept = aten.sigmoid(aten.add(hiddens[1], inputs[1]));
    Tensor fresh = aten.tanh(aten.add(inputs[2], aten.mul(hiddens[2], reset)));
    return aten.add(aten.mul(aten.sub(state, fresh), kept), fresh);
  }

  private static Tensor[] memory(Aten aten, Tensor gates, Tensor cell, Tensor projection) {
    Tensor[] parts = aten.unsafeChunk(gates, 4, 1);
    Tensor kept = aten.mul(aten.sigmoid(parts[1]), cell);
    Tensor added = aten.mul(aten.sigmoid(parts[0]), aten.tanh(parts[2]));
    Tensor next = aten.add(kept, added);
    Tensor hidden = aten.mul(aten.sigmoid(parts[3]), aten.tanh(next));
    Tensor shown = projection == null ? hidden : aten.matmul(hidden, aten.t(projection));
    return new Tensor[] {shown, next};
  }

  /** Returns how many rows of the matrices belong to one element of the state. */
  int gates() {
    return switch (this) {
      case TANH, RELU -> 1;
      case GRU -> 3;
      case LSTM -> 4;
    };
  }
}
