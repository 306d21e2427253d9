package jackfield.nn.recurrent;

import jackfield.aten.GruInput;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Tensor;

/**
 * A network of gated recurrent units: input {@code [steps, batch, in]}, output {@code [steps,
 * batch, directions * hidden]}, state {@code [layers * directions, batch, hidden]}. The batch may
 * be left out, or come first; see {@link RecurrentOptions}.
 *
 * <p>The parameters have PyTorch's names: {@code weight_ih_l0}, {@code weight_hh_l0}, {@code
 * bias_ih_l0}, {@code bias_hh_l0} for the first layer; the names of the opposite direction end with
 * {@code _reverse}. All start with uniform random numbers from ±1/√hidden.
 */
public final class GRU extends RecurrentModule {
  private static final int GATES = 3;

  GRU(ModuleContext context, long in, long hidden, RecurrentOptions options) {
    super(context, "gru", in, hidden, GATES, options);
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
    GruInput.Result run =
        aten.gru(
            steps,
            first,
            weights(),
            options.bias(),
            options.layers(),
            options.dropout(),
            isTraining(),
            options.bidirectional(),
            options.batchFirst());
    return new Result(outputWithout(run.first(), isBatched), stateWithout(run.second(), isBatched));
  }
}
