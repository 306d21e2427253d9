package jackfield.nn.recurrent;

import jackfield.aten.RnnReluInput;
import jackfield.aten.RnnTanhInput;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Tensor;

/**
 * A network of hyperbolic tangents or positive parts: input {@code [steps, batch, in]}, output
 * {@code [steps, batch, directions * hidden]}, state {@code [layers * directions, batch, hidden]}.
 * The batch may be left out, or come first; see {@link RecurrentOptions}.
 *
 * <p>The parameters have PyTorch's names: {@code weight_ih_l0}, {@code weight_hh_l0}, {@code
 * bias_ih_l0}, {@code bias_hh_l0} for the first layer; the names of the opposite direction end with
 * {@code _reverse}. All start with uniform random numbers from ±1/√hidden.
 */
public final class RNN extends RecurrentModule {
  private final boolean isRelu;

  RNN(ModuleContext context, long in, long hidden, boolean isRelu, RecurrentOptions options) {
    super(context, "rnn", in, hidden, 1, options);
    this.isRelu = isRelu;
  }

  /**
   * What a run computes.
   *
   * @param output the states of the last layer after each step
   * @param hidden the last state of each layer and direction
   */
  public record Result(Tensor output, Tensor hidden) {}

  /** Runs from a state of zeros and returns the states of the last layer after each step. */
  @Override
  public Tensor forward(Tensor input) {
    return forward(input, null).output();
  }

  /**
   * Runs from a given state.
   *
   * @param hidden the first state, or null for zeros
   * @throws jackfield.tensor.ShapeMismatch if the sizes do not fit
   * @throws jackfield.tensor.TypeMismatch if the types are not that of the parameters
   */
  public Result forward(Tensor input, Tensor hidden) {
    boolean isBatched = isBatched(input);
    Tensor steps = batched(input);
    Tensor first = state(hidden, steps, isBatched);
    Result run = isRelu ? relu(steps, first) : tanh(steps, first);
    return new Result(
        outputWithout(run.output(), isBatched), stateWithout(run.hidden(), isBatched));
  }

  private Result tanh(Tensor steps, Tensor first) {
    RnnTanhInput.Result run =
        aten.rnnTanh(
            steps,
            first,
            weights(),
            options.bias(),
            options.layers(),
            options.dropout(),
            isTraining(),
            options.bidirectional(),
            options.batchFirst());
    return new Result(run.first(), run.second());
  }

  private Result relu(Tensor steps, Tensor first) {
    RnnReluInput.Result run =
        aten.rnnRelu(
            steps,
            first,
            weights(),
            options.bias(),
            options.layers(),
            options.dropout(),
            isTraining(),
            options.bidirectional(),
            options.batchFirst());
    return new Result(run.first(), run.second());
  }
}
