package jackfield.aten.composite.list;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Steps of gradient descent: with momentum, and Adagrad.
 *
 * <p><em>Results</em>: parameters and states are changed in place; nothing is changed if an
 * argument is refused, or if {@code found_inf} is one.
 *
 * <p><em>Source</em>: PyTorch 2.6's fused steps for the CPU; Sutskever and others, "On the
 * importance of initialization and momentum"; Duchi and others, "Adaptive subgradient methods".
 */
public final class DescentSteps {
  private static final Tensor[] NONE = {};

  private final Aten aten;

  /**
   * The numbers of a step with momentum.
   *
   * @param isFirst whether the momentum is still undefined
   */
  private record Momentum(
      double rate,
      double decay,
      double momentum,
      double dampening,
      boolean isNesterov,
      boolean isFirst) {}

  /** Creates kernels that call the operators of {@code aten}. */
  public DescentSteps(Aten aten) {
    this.aten = aten;
  }

  // ---- momentum

  /** Makes a step of gradient descent. */
  public void sgd(
      Tensor[] self,
      Tensor[] grads,
      Tensor[] momentumBufferList,
      double weightDecay,
      double momentum,
      double lr,
      double dampening,
      boolean nesterov,
      boolean maximize,
      boolean isFirstStep,
      Tensor gradScale,
      Tensor foundInf) {
    StepOperands operands = new StepOperands(aten, "_fused_sgd_");
    Momentum rates = new Momentum(lr, weightDecay, momentum, dampening, nesterov, isFirstStep);
    sgd(operands, self, grads, momentumBufferList, rates, maximize, gradScale, foundInf);
  }

  /** Makes a step at the rate in {@code lr}. */
  public void sgd(
      Tensor[] self,
      Tensor[] grads,
      Tensor[] momentumBufferList,
      double weightDecay,
      double momentum,
      Tensor lr,
      double dampening,
      boolean nesterov,
      boolean maximize,
      boolean isFirstStep,
      Tensor gradScale,
      Tensor foundInf) {
    StepOperands operands = new StepOperands(aten, "_fused_sgd_");
    double rate = operands.number("lr", lr);
    Momentum rates = new Momentum(rate, weightDecay, momentum, dampening, nesterov, isFirstStep);
    sgd(operands, self, grads, momentumBufferList, rates, maximize, gradScale, foundInf);
  }

  private void sgd(
      StepOperands operands,
      Tensor[] parameters,
      Tensor[] gradients,
      Tensor[] buffers,
      Momentum rates,
      boolean maximize,
      Tensor gradScale,
      Tensor foundInf) {
    Tensor[] used = rates.momentum == 0 ? NONE : buffers;
    operands.check(parameters, gradients);
    if (rates.momentum != 0) {
      operands.check(parameters, used);
    }
    Double scale = operands.scale(gradScale);
    if (operands.isSkipped(foundInf)) {
      return;
    }
    for (int i = 0; i < parameters.length; i++) {
      Tensor gradient = operands.gradient(gradients[i], scale, maximize);
      Tensor parameter = operands.wide(parameters[i]);
      Tensor decayed = decayed(gradient, parameter, rates.decay);
      Tensor direction =
          rates.momentum == 0 ? decayed : direction(operands, used[i], decayed, rates);
      Tensor _ = aten.add_(parameter, direction, Scalar.of(-rates.rate));
      operands.store(parameters[i], parameter);
    }
  }

  private Tensor direction(StepOperands operands, Tensor given, Tensor gradient, Momentum rates) {
    Tensor buffer = operands.wide(given);
    if (rates.isFirst) {
      Tensor _ = aten.copy_(buffer, gradient);
    } else {
      Tensor _ = aten.mul_(buffer, rates.momentum);
      Tensor _ = aten.add_(buffer, gradient, Scalar.of(1 - rates.dampening));
    }
    operands.store(given, buffer);
    return rates.isNesterov ? aten.add(gradient, buffer, Scalar.of(rates.momentum)) : buffer;
  }

  private Tensor decayed(Tensor gradient, Tensor parameter, double decay) {
    return decay == 0 ? gradient : aten.add(gradient, parameter, Scalar.of(decay));
  }

  // ---- Adagrad

  /** Makes a step of Adagrad. */
  public void adagrad(
      Tensor[] self,
      Tensor[] grads,
      Tensor[] stateSums,
      Tensor[] stateSteps,
      double lr,
      double lrDecay,
      double weightDecay,
      double eps,
      boolean maximize,
      Tensor gradScale,
      Tensor foundInf) {
    StepOperands operands = new StepOperands(aten, "_fused_adagrad_");
    operands.check(self, grads, stateSums);
    double[] steps = operands.steps(self, stateSteps);
    Double scale = operands.scale(gradScale);
    if (operands.isSkipped(foundInf)) {
      return;
    }
    for (int i = 0; i < self.length; i++) {
      Tensor gradient = operands.gradient(grads[i], scale, maximize);
      Tensor parameter = operands.wide(self[i]);
      Tensor sum = operands.wide(stateSums[i]);
      Tensor decayed = decayed(gradient, parameter, weightDecay);
      Tensor _ = aten.addcmul_(sum, decayed, decayed);
      Tensor root = aten.add_(aten.sqrt(sum), eps);
      double rate = lr / (1 + (steps[i] - 1) * lrDecay);
      Tensor _ = aten.addcdiv_(parameter, decayed, root, Scalar.of(-rate));
      operands.store(self[i], parameter);
      operands.store(stateSums[i], sum);
    }
  }
}
