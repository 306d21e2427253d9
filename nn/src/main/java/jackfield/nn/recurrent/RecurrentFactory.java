package jackfield.nn.recurrent;

import jackfield.nn.module.ModuleFactory;

/**
 * Makes networks for sequences.
 *
 * <p><em>Errors</em>: each method throws {@link jackfield.error.InvalidArgument} if a size is not
 * positive.
 */
public interface RecurrentFactory extends ModuleFactory {
  /** Returns a recurrent network of hyperbolic tangents in one layer and direction. */
  default RNN rnn(long in, long hidden) {
    return rnn(in, hidden, RecurrentOptions.DEFAULT);
  }

  /** Returns a recurrent network of hyperbolic tangents. */
  default RNN rnn(long in, long hidden, RecurrentOptions options) {
    return new RNN(context(), in, hidden, false, options);
  }

  /** Returns a recurrent network of positive parts in one layer and direction. */
  default RNN rnnRelu(long in, long hidden) {
    return rnnRelu(in, hidden, RecurrentOptions.DEFAULT);
  }

  /** Returns a recurrent network of positive parts. */
  default RNN rnnRelu(long in, long hidden, RecurrentOptions options) {
    return new RNN(context(), in, hidden, true, options);
  }

  /** Returns a network of gated recurrent units in one layer and direction. */
  default GRU gru(long in, long hidden) {
    return gru(in, hidden, RecurrentOptions.DEFAULT);
  }

  /** Returns a network of gated recurrent units. */
  default GRU gru(long in, long hidden, RecurrentOptions options) {
    return new GRU(context(), in, hidden, options);
  }

  /** Returns a network of long short-term memories in one layer and direction. */
  default LSTM lstm(long in, long hidden) {
    return lstm(in, hidden, RecurrentOptions.DEFAULT);
  }

  /** Returns a network of long short-term memories. */
  default LSTM lstm(long in, long hidden, RecurrentOptions options) {
    return new LSTM(context(), in, hidden, options);
  }
}
