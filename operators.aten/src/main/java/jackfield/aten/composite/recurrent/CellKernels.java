package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.aten.LstmCell;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Kernels of single steps of recurrent networks.
 *
 * <p><em>Shapes</em>: {@code input [batch, features]}, states {@code [batch, hidden]}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class CellKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public CellKernels(Aten aten) {
    this.aten = aten;
  }

  /** Computes one step of a network of hyperbolic tangents. */
  public Tensor rnnTanh(Tensor input, Tensor hx, Tensor wIh, Tensor wHh, Tensor bIh, Tensor bHh) {
    CellWeights weights = new CellWeights(wIh, wHh, bIh, bHh, null);
    return next("rnn_tanh_cell", Cell.TANH, input, weights, hx)[0];
  }

  /** Computes one step of a network of positive parts. */
  public Tensor rnnRelu(Tensor input, Tensor hx, Tensor wIh, Tensor wHh, Tensor bIh, Tensor bHh) {
    CellWeights weights = new CellWeights(wIh, wHh, bIh, bHh, null);
    return next("rnn_relu_cell", Cell.RELU, input, weights, hx)[0];
  }

  /** Computes one step of a gated recurrent unit. */
  public Tensor gru(Tensor input, Tensor hx, Tensor wIh, Tensor wHh, Tensor bIh, Tensor bHh) {
    TypeRules.refuse("gru_cell", TypeRules.INTEGRAL, input.dtype());
    CellWeights weights = new CellWeights(wIh, wHh, bIh, bHh, null);
    return next("gru_cell", Cell.GRU, input, weights, hx)[0];
  }

  /** Computes one step of a long short-term memory. */
  public LstmCell.Result lstm(
      Tensor input, Tensor[] hx, Tensor wIh, Tensor wHh, Tensor bIh, Tensor bHh) {
    if (hx.length != 2) {
      throw new InvalidArgument(
          "lstm_cell", "hx", "has %d states, expected hidden state and cell".formatted(hx.length));
    }
    TypeRules.refuse("lstm_cell", TypeRules.INTEGRAL, input.dtype());
    CellWeights weights = new CellWeights(wIh, wHh, bIh, bHh, null);
    Tensor[] state = next("lstm_cell", Cell.LSTM, input, weights, hx);
    return new LstmCell.Result(state[0], state[1]);
  }

  private Tensor[] next(
      String operator, Cell cell, Tensor input, CellWeights weights, Tensor... state) {
    requireMatrices(operator, input, weights.ofInput(), weights.ofHidden());
    requireMatrices(operator, state);
    if (input.size(1) != weights.ofInput().size(1)) {
      throw new ShapeMismatch(
          operator, "the input does not fit w_ih", input.sizes(), weights.ofInput().sizes());
    }
    long[] expected = {input.size(0), weights.ofHidden().size(1)};
    for (Tensor one : state) {
      if (one.size(0) != expected[0] || one.size(1) != expected[1]) {
        throw new ShapeMismatch(
            operator, "the state fits neither the input nor w_hh", expected, one.sizes());
      }
    }
    if (weights.ofHidden().size(0) / cell.gates() != expected[1]) {
      throw new ShapeMismatch(
          operator,
          "expected %d gates in w_hh".formatted(cell.gates()),
          weights.ofHidden().sizes());
    }
    return cell.next(aten, weights.multipliedInput(aten, input), state, weights);
  }

  private static void requireMatrices(String operator, Tensor... tensors) {
    for (Tensor tensor : tensors) {
      if (tensor.rank() != 2) {
        throw new ShapeMismatch(operator, "expected a matrix", tensor.sizes());
      }
    }
  }
}
