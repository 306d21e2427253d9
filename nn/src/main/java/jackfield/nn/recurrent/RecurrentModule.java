package jackfield.nn.recurrent;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What recurrent networks have in common: parameters named {@code weight_ih_l0}, {@code
 * weight_hh_l0}, {@code bias_ih_l0}, {@code bias_hh_l0}, then those of the opposite direction with
 * {@code _reverse}, then those of layer 1. They start with uniform random numbers from ±1/√hidden.
 */
abstract class RecurrentModule extends Module {
  final Aten aten;
  final RecurrentOptions options;
  private final String operator;
  private final long in;
  private final long hidden;
  private final List<Parameter> weights = new ArrayList<>();

  /**
   * Creates the parameters.
   *
   * @param gates how many rows belong to one element of the state
   */
  RecurrentModule(
      ModuleContext context,
      String operator,
      long in,
      long hidden,
      int gates,
      RecurrentOptions options) {
    Objects.requireNonNull(options, () -> operator + ": options is null");
    if (in < 1 || hidden < 1) {
      throw new InvalidArgument(
          operator, "sizes", "must be 1 or more, found %d and %d".formatted(in, hidden));
    }
    this.aten = context.aten();
    this.options = options;
    this.operator = operator;
    this.in = in;
    this.hidden = hidden;
    long rows = Shapes.product(gates, hidden);
    for (int layer = 0; layer < options.layers(); layer++) {
      long width = layer == 0 ? in : Shapes.product(options.directions(), hidden);
      for (int direction = 0; direction < options.directions(); direction++) {
        addLayer(context, "_l" + layer + (direction == 1 ? "_reverse" : ""), rows, width);
      }
    }
  }

  private void addLayer(ModuleContext context, String suffix, long rows, long width) {
    double bound = 1 / Math.sqrt((double) hidden);
    weights.add(register("weight_ih" + suffix, context.uniform(bound, rows, width)));
    weights.add(register("weight_hh" + suffix, context.uniform(bound, rows, hidden)));
    if (options.bias()) {
      weights.add(register("bias_ih" + suffix, context.uniform(bound, rows)));
      weights.add(register("bias_hh" + suffix, context.uniform(bound, rows)));
    }
  }

  final Tensor[] weights() {
    return weights.stream().map(Parameter::tensor).toArray(Tensor[]::new);
  }

  /**
   * Returns whether {@code input} has a batch.
   *
   * @throws ShapeMismatch if its sizes are not those that the module takes
   * @throws TypeMismatch if its type is not that of the parameters
   */
  final boolean isBatched(Tensor input) {
    requireType("the input", given("input", input));
    if (input.rank() != 2 && input.rank() != 3) {
      throw new ShapeMismatch(
          operator, "expected [steps, features] or a batch of them", input.sizes());
    }
    if (input.size(input.rank() - 1) != in) {
      throw new ShapeMismatch(operator, "expected %d features".formatted(in), input.sizes());
    }
    return input.rank() == 3;
  }

  private void requireType(String what, Tensor given) {
    DType expected = weights.getFirst().tensor().dtype();
    if (given.dtype() != expected) {
      throw new TypeMismatch(
          operator,
          "expected %s of the parameters' type %s, found %s; try aten.to(..., DType.%s)"
              .formatted(what, expected, given.dtype(), expected.name()));
    }
  }

  /** Returns an input with a batch. */
  final Tensor batched(Tensor input) {
    return isBatched(input) ? input : aten.unsqueeze(input, batchDimension());
  }

  /** Returns a state of zeros for {@code input}, which has a batch. */
  final Tensor zeros(Tensor input) {
    return aten.newZeros(input, stateSizes(input));
  }

  private long[] stateSizes(Tensor input) {
    long count = Shapes.product(options.layers(), options.directions());
    return new long[] {count, input.size((int) batchDimension()), hidden};
  }

  /**
   * Returns a state with a batch: zeros for none.
   *
   * @throws ShapeMismatch if its sizes are not those that {@code input} needs
   * @throws TypeMismatch if its type is not that of the parameters
   */
  final Tensor state(Tensor given, Tensor input, boolean isBatched) {
    if (given == null) {
      return zeros(input);
    }
    requireType("a state", given);
    if (given.rank() != (isBatched ? 3 : 2)) {
      throw new ShapeMismatch(
          operator, "the state does not have the rank of the input", given.sizes());
    }
    Tensor state = isBatched ? given : aten.unsqueeze(given, 1);
    long[] expected = stateSizes(input);
    if (!Arrays.equals(state.sizes(), expected)) {
      throw new ShapeMismatch(
          operator,
          "expected a state [layers * directions, batch, hidden]",
          expected,
          state.sizes());
    }
    return state;
  }

  final Tensor outputWithout(Tensor output, boolean isBatched) {
    return isBatched ? output : aten.squeeze(output, batchDimension());
  }

  final Tensor stateWithout(Tensor state, boolean isBatched) {
    return isBatched ? state : aten.squeeze(state, 1);
  }

  private long batchDimension() {
    return options.batchFirst() ? 0 : 1;
  }

  @Override
  protected final String details() {
    return "%d, %d, num_layers=%d, bias=%b, batch_first=%b, dropout=%s, bidirectional=%b"
        .formatted(
            in,
            hidden,
            options.layers(),
            options.bias(),
            options.batchFirst(),
            options.dropout(),
            options.bidirectional());
  }
}
