package jackfield.nn.optim;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Stochastic gradient descent, optionally with momentum. The setters change all groups.
 *
 * <p><em>Source</em>: {@code torch.optim.SGD} of PyTorch 2.6. The first step sets the momentum to
 * the gradient, without dampening.
 */
public final class SGD extends Optimizer {
  private static final String MOMENTUM = "momentum";
  private static final String DAMPENING = "dampening";
  private static final String WEIGHT_DECAY = "weight_decay";
  private static final String NESTEROV = "nesterov";
  private static final String BUFFER = "momentum_buffer";

  SGD(Aten aten, List<Parameter> parameters, double lr) {
    super(
        aten,
        parameters,
        lr,
        List.of(
            Option.positive(MOMENTUM, 0),
            Option.any(DAMPENING, 0),
            Option.positive(WEIGHT_DECAY, 0),
            Option.flag(NESTEROV),
            Option.flag(MAXIMIZE)));
  }

  /** Sets the share of the last update that the next one keeps; default 0. */
  public SGD momentum(double value) {
    setAll(MOMENTUM, value);
    return this;
  }

  /** Sets the share of the gradient that the momentum leaves out; default 0. */
  public SGD dampening(double value) {
    setAll(DAMPENING, value);
    return this;
  }

  /** Sets the factor of the parameter that is added to its gradient; default 0. */
  public SGD weightDecay(double value) {
    setAll(WEIGHT_DECAY, value);
    return this;
  }

  /** Sets whether the momentum is Nesterov's, which needs a momentum and no dampening. */
  public SGD nesterov(boolean value) {
    setAll(NESTEROV, value ? 1 : 0);
    return this;
  }

  /** Sets whether parameters follow their gradients upwards. */
  public SGD maximize(boolean value) {
    setAll(MAXIMIZE, value ? 1 : 0);
    return this;
  }

  @Override
  void check(ParamGroup group) {
    double momentum = group.value(MOMENTUM);
    double dampening = group.value(DAMPENING);
    if (group.is(NESTEROV) && !(momentum > 0 && dampening == 0)) {
      throw new InvalidArgument(
          "sgd",
          NESTEROV,
          "needs a momentum above 0 and no dampening, found %s and %s"
              .formatted(momentum, dampening));
    }
  }

  @Override
  void update(ParamGroup group, Tensor value, Tensor gradient, OptimizerState state) {
    double decay = group.value(WEIGHT_DECAY);
    double momentum = group.value(MOMENTUM);
    Tensor direction = decay == 0 ? gradient : aten.add(gradient, value, Scalar.of(decay));
    if (momentum != 0) {
      Tensor buffer = buffer(group, direction, state);
      direction = group.is(NESTEROV) ? aten.add(direction, buffer, Scalar.of(momentum)) : buffer;
    }
    aten.add_(value, direction, Scalar.of(-group.lr()));
    state.step++;
  }

  private Tensor buffer(ParamGroup group, Tensor direction, OptimizerState state) {
    if (!state.has(BUFFER)) {
      return state.tensor(BUFFER, () -> aten.clone(direction));
    }
    Tensor buffer = state.tensors.get(BUFFER);
    aten.mul_(buffer, group.value(MOMENTUM));
    return aten.add_(buffer, direction, Scalar.of(1 - group.value(DAMPENING)));
  }

  @Override
  Map<String, Boolean> stateNames() {
    return Map.of(BUFFER, false);
  }
}
