package jackfield.aten.composite.list;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Steps of Adam, with and without decoupled decay of weights.
 *
 * <p><em>Results</em>: parameters and averages are changed in place; nothing is changed if an
 * argument is refused, or if {@code found_inf} is one.
 *
 * <p><em>Source</em>: PyTorch 2.6's fused steps for the CPU; Kingma and Ba, "Adam"; Loshchilov and
 * Hutter, "Decoupled weight decay regularization".
 */
public final class AdamSteps {
  private static final Tensor[] NONE = {};

  private final Aten aten;

  /**
   * The lists of a step.
   *
   * @param greatest the greatest averages of squares, empty unless the step uses them
   */
  private record Lists(
      Tensor[] parameters,
      Tensor[] gradients,
      Tensor[] averages,
      Tensor[] averagesOfSquares,
      Tensor[] greatest,
      Tensor[] steps) {}

  /** The numbers of a step. */
  private record Rates(
      double rate, double beta1, double beta2, double decay, double eps, boolean isDecoupled) {}

  /** Creates kernels that call the operators of {@code aten}. */
  public AdamSteps(Aten aten) {
    this.aten = aten;
  }

  /** Makes a step of Adam. */
  public void adam(
      Tensor[] self,
      Tensor[] grads,
      Tensor[] expAvgs,
      Tensor[] expAvgSqs,
      Tensor[] maxExpAvgSqs,
      Tensor[] stateSteps,
      double lr,
      double beta1,
      double beta2,
      double weightDecay,
      double eps,
      boolean amsgrad,
      boolean maximize,
      Tensor gradScale,
      Tensor foundInf) {
    Tensor[] greatest = amsgrad ? maxExpAvgSqs : NONE;
    Lists lists = new Lists(self, grads, expAvgs, expAvgSqs, greatest, stateSteps);
    Rates rates = new Rates(lr, beta1, beta2, weightDecay, eps, false);
    StepOperands operands = new StepOperands(aten, "_fused_adam_");
    step(operands, lists, rates, maximize, gradScale, foundInf);
  }

  /** Makes a step at the rate in {@code lr}. */
  public void adam(
      Tensor[] self,
      Tensor[] grads,
      Tensor[] expAvgs,
      Tensor[] expAvgSqs,
      Tensor[] maxExpAvgSqs,
      Tensor[] stateSteps,
      Tensor lr,
      double beta1,
      double beta2,
      double weightDecay,
      double eps,
      boolean amsgrad,
      boolean maximize,
      Tensor gradScale,
      Tensor foundInf) {
    Tensor[] greatest = amsgrad ? maxExpAvgSqs : NONE;
    Lists lists = new Lists(self, grads, expAvgs, expAvgSqs, greatest, stateSteps);
    StepOperands operands = new StepOperands(aten, "_fused_adam_");
    double rate = operands.number("lr", lr);
    Rates rates = new Rates(rate, beta1, beta2, weightDecay, eps, false);
    step(operands, lists, rates, maximize, gradScale, foundInf);
  }

  /** Makes a step of Adam with decoupled decay of weights. */
  public void adamW(
      Tensor[] self,
      Tensor[] grads,
      Tensor[] expAvgs,
      Tensor[] expAvgSqs,
      Tensor[] maxExpAvgSqs,
      Tensor[] stateSteps,
      double lr,
      double beta1,
      double beta2,
      double weightDecay,
      double eps,
      boolean amsgrad,
      boolean maximize,
      Tensor gradScale,
      Tensor foundInf) {
    Tensor[] greatest = amsgrad ? maxExpAvgSqs : NONE;
    Lists lists = new Lists(self, grads, expAvgs, expAvgSqs, greatest, stateSteps);
    Rates rates = new Rates(lr, beta1, beta2, weightDecay, eps, true);
    StepOperands operands = new StepOperands(aten, "_fused_adamw_");
    step(operands, lists, rates, maximize, gradScale, foundInf);
  }

  /** Makes a step at the rate in {@code lr}. */
  public void adamW(
      Tensor[] self,
      Tensor[] grads,
      Tensor[] expAvgs,
      Tensor[] expAvgSqs,
      Tensor[] maxExpAvgSqs,
      Tensor[] stateSteps,
      Tensor lr,
      double beta1,
      double beta2,
      double weightDecay,
      double eps,
      boolean amsgrad,
      boolean maximize,
      Tensor gradScale,
      Tensor foundInf) {
    Tensor[] greatest = amsgrad ? maxExpAvgSqs : NONE;
    Lists lists = new Lists(self, grads, expAvgs, expAvgSqs, greatest, stateSteps);
    StepOperands operands = new StepOperands(aten, "_fused_adamw_");
    double rate = operands.number("lr", lr);
    Rates rates = new Rates(rate, beta1, beta2, weightDecay, eps, true);
    step(operands, lists, rates, maximize, gradScale, foundInf);
  }

  private void step(
      StepOperands operands,
      Lists lists,
      Rates rates,
      boolean maximize,
      Tensor gradScale,
      Tensor foundInf) {
    operands.check(lists.parameters, lists.gradients, lists.averages, lists.averagesOfSquares);
    if (lists.greatest.length > 0) {
      operands.check(lists.parameters, lists.greatest);
    }
    double[] steps = operands.steps(lists.parameters, lists.steps);
    Double scale = operands.scale(gradScale);
    if (operands.isSkipped(foundInf)) {
      return;
    }
    for (int i = 0; i < steps.length; i++) {
      Tensor gradient = operands.gradient(lists.gradients[i], scale, maximize);
      step(operands, lists, rates, i, gradient, steps[i]);
    }
  }

  private void step(
      StepOperands operands, Lists lists, Rates rates, int i, Tensor gradient, double step) {
    Tensor parameter = operands.wide(lists.parameters[i]);
    Tensor average = operands.wide(lists.averages[i]);
    Tensor squares = operands.wide(lists.averagesOfSquares[i]);
    Tensor decayed = decayed(parameter, gradient, rates);
    Tensor _ = aten.lerp_(average, decayed, 1 - rates.beta1);
    Tensor _ = aten.mul_(squares, rates.beta2);
    Tensor _ = aten.addcmul_(squares, decayed, decayed, Scalar.of(1 - rates.beta2));
    Tensor spread = lists.greatest.length == 0 ? squares : greatest(operands, lists, i, squares);
    Tensor root = aten.div_(aten.sqrt(spread), Math.sqrt(1 - Math.pow(rates.beta2, step)));
    Tensor _ = aten.add_(root, rates.eps);
    double size = rates.rate / (1 - Math.pow(rates.beta1, step));
    Tensor _ = aten.addcdiv_(parameter, average, root, Scalar.of(-size));
    operands.store(lists.parameters[i], parameter);
    operands.store(lists.averages[i], average);
    operands.store(lists.averagesOfSquares[i], squares);
  }

  /** Returns the gradient with the decay; a decoupled one changes the parameter instead. */
  private Tensor decayed(Tensor parameter, Tensor gradient, Rates rates) {
    if (rates.decay == 0) {
      return gradient;
    }
    if (rates.isDecoupled) {
      Tensor _ = aten.mul_(parameter, 1 - rates.rate * rates.decay);
      return gradient;
    }
    return aten.add(gradient, parameter, Scalar.of(rates.decay));
  }

  private Tensor greatest(StepOperands operands, Lists lists, int i, Tensor squares) {
    Tensor greatest = aten.maximum(operands.wide(lists.greatest[i]), squares);
    Tensor _ = aten.copy_(lists.greatest[i], greatest);
    return greatest;
  }
}
