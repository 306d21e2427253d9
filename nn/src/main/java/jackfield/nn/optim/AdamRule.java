package jackfield.nn.optim;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The common part of Adam and AdamW. */
abstract sealed class AdamRule extends Optimizer permits Adam, AdamW {
  static final String EPS = "eps";
  static final String WEIGHT_DECAY = "weight_decay";
  static final String AMSGRAD = "amsgrad";
  private static final String BETA1 = "beta1";
  private static final String BETA2 = "beta2";
  private static final String MEAN = "exp_avg";
  private static final String SQUARES = "exp_avg_sq";
  private static final String MOST = "max_exp_avg_sq";

  AdamRule(Aten aten, List<Parameter> parameters, double lr, double weightDecay) {
    super(
        aten,
        parameters,
        lr,
        List.of(
            Option.share(BETA1, 0.9),
            Option.share(BETA2, 0.999),
            Option.positive(EPS, 1e-8),
            Option.positive(WEIGHT_DECAY, weightDecay),
            Option.flag(AMSGRAD),
            Option.flag(MAXIMIZE)));
  }

  final void setBetas(double ofMean, double ofSquares) {
    check(BETA1, ofMean);
    check(BETA2, ofSquares);
    setAll(BETA1, ofMean);
    setAll(BETA2, ofSquares);
  }

  /** Returns whether the weight decay changes the parameter instead of its gradient. */
  abstract boolean isDecoupled();

  @Override
  final void check(ParamGroup group) {
    for (Parameter parameter : group.parameters()) {
      if (parameter.tensor().dtype().isComplex()) {
        throw new InvalidArgument(
            "adam", "parameters", "must be real, found %s; use SGD".formatted(parameter));
      }
    }
  }

  @Override
  final void update(ParamGroup group, Tensor value, Tensor gradient, OptimizerState state) {
    double decay = group.value(WEIGHT_DECAY);
    Tensor direction = gradient;
    if (decay != 0 && isDecoupled()) {
      aten.mul_(value, 1 - group.lr() * decay);
    } else if (decay != 0) {
      direction = aten.add(gradient, value, Scalar.of(decay));
    }
    state.step++;
    Tensor mean = mean(group.value(BETA1), value, direction, state);
    Tensor squares = squares(group.value(BETA2), value, direction, state);
    if (group.is(AMSGRAD)) {
      squares = most(squares, state);
    }
    double correction = 1 - Math.pow(group.value(BETA1), (double) state.step);
    double rootCorrection = Math.sqrt(1 - Math.pow(group.value(BETA2), (double) state.step));
    Tensor divisor = aten.sqrt(squares);
    aten.div_(divisor, rootCorrection);
    aten.add_(divisor, group.value(EPS));
    aten.add_(value, aten.div(mean, divisor), Scalar.of(-group.lr() / correction));
  }

  private Tensor mean(double kept, Tensor like, Tensor direction, OptimizerState state) {
    Tensor mean = state.tensor(MEAN, () -> aten.zerosLike(like));
    return aten.add_(mean, aten.sub(direction, mean), Scalar.of(1 - kept));
  }

  private Tensor squares(double kept, Tensor like, Tensor direction, OptimizerState state) {
    Tensor squares = state.tensor(SQUARES, () -> aten.zerosLike(like));
    aten.mul_(squares, kept);
    return aten.add_(squares, aten.mul(direction, direction), Scalar.of(1 - kept));
  }

  private Tensor most(Tensor squares, OptimizerState state) {
    Tensor most = state.tensor(MOST, () -> aten.zerosLike(squares));
    return aten.copy_(most, aten.where(aten.gt(most, squares), most, squares));
  }

  @Override
  final Map<String, Boolean> stateNames() {
    Map<String, Boolean> names = new LinkedHashMap<>();
    names.put(MEAN, true);
    names.put(SQUARES, true);
    names.put(MOST, false);
    return names;
  }
}
