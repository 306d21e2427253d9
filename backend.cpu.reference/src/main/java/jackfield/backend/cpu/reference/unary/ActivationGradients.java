package jackfield.backend.cpu.reference.unary;

import static jackfield.backend.cpu.reference.unary.Activations.number;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.special.Reals;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import org.apache.commons.numbers.gamma.Erfc;

/** Gradients of activations of single elements: functions of a gradient and an input. */
final class ActivationGradients {
  private ActivationGradients() {}

  static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.ELU_BACKWARD, ActivationGradients::elu)
        .structured(Aten.GELU_BACKWARD, ActivationGradients::gelu)
        .structured(Aten.HARDSHRINK_BACKWARD, ActivationGradients::shrink)
        .structured(Aten.SOFTSHRINK_BACKWARD, ActivationGradients::shrink)
        .structured(
            Aten.HARDSIGMOID_BACKWARD,
            it -> Reals.binary(it, (grad, a) -> a > -3 && a < 3 ? grad * (1 / 6f) : 0))
        .structured(Aten.HARDSWISH_BACKWARD, it -> Reals.binary(it, ActivationGradients::hardswish))
        .structured(Aten.HARDTANH_BACKWARD, ActivationGradients::hardtanh)
        .structured(Aten.LEAKY_RELU_BACKWARD, ActivationGradients::leakyRelu)
        .structured(Aten.SILU_BACKWARD, ActivationGradients::silu)
        .structured(Aten.SOFTPLUS_BACKWARD, ActivationGradients::softplus)
        .structured(
            Aten.LOG_SIGMOID_BACKWARD, it -> Reals.ternary(it, ActivationGradients::logSigmoid))
        .structured(Aten.LOGIT_BACKWARD, ActivationGradients::logit);
  }

  private static void elu(
      ElementwiseIterator it, Scalar alpha, Scalar scale, Scalar inputScale, boolean isResult) {
    double positive = number(it, scale);
    double negative = number(it, alpha) * positive;
    double input = number(it, inputScale);
    Reals.binary(
        it,
        isResult
            ? (grad, y) -> y <= 0 ? grad * input * (y + negative) : grad * positive
            : (grad, a) ->
                a <= 0 ? grad * input * negative * Math.exp(a * input) : grad * positive);
  }

  private static void gelu(ElementwiseIterator it, String approximate) {
    switch (approximate) {
      case "none" -> Reals.binary(it, (grad, a) -> grad * geluSlope(a));
      case "tanh" -> Reals.binary(it, (grad, a) -> grad * tanhGeluSlope(a));
      default ->
          throw new InvalidArgument(
              "gelu_backward", "approximate", "must be none or tanh, found " + approximate);
    }
  }

  /** Multiplies by 1 / (1 + eᵃ); the exponential of −|a| is given. */
  private static double logSigmoid(double a, double power, double grad) {
    double share = power / (1 + power);
    return grad * (a < 0 ? 1 - share : share);
  }

  private static double geluSlope(double a) {
    double density = Math.exp(-a * a / 2) / Math.sqrt(2 * Math.PI);
    return Erfc.value(-a / Math.sqrt(2)) / 2 + a * density;
  }

  private static double tanhGeluSlope(double a) {
    double tanh = Math.tanh(Activations.geluInner(a));
    double inner = Math.sqrt(2 / Math.PI) * (1 + 3 * 0.044715 * a * a);
    return (1 + tanh) / 2 + a * (1 - tanh * tanh) * inner / 2;
  }

  private static void shrink(ElementwiseIterator it, Scalar lambd) {
    double limit = number(it, lambd);
    Reals.binary(it, (grad, a) -> a >= -limit && a <= limit ? 0 : grad);
  }

  private static double hardswish(double grad, double a) {
    return a <= -3 ? 0 : a < 3 ? grad * (a / 3 + 0.5) : grad;
  }

  private static void hardtanh(ElementwiseIterator it, Scalar min, Scalar max) {
    double low = number(it, min);
    double high = number(it, max);
    Reals.binary(it, (grad, a) -> a <= low || a >= high ? 0 : grad);
  }

  private static void leakyRelu(
      ElementwiseIterator it, Scalar negativeSlope, boolean selfIsResult) {
    double slope = number(it, negativeSlope);
    Reals.binary(it, (grad, a) -> a > 0 ? grad : grad * slope);
  }

  private static void silu(ElementwiseIterator it) {
    if (it.commonType().isComplex()) {
      ComplexLoop.binary(it, ComplexFunctions::siluGradient);
      return;
    }
    Reals.binary(
        it,
        (grad, a) -> {
          double sigmoid = 1 / (1 + Math.exp(-a));
          return grad * sigmoid * (1 + a * (1 - sigmoid));
        });
  }

  private static void softplus(ElementwiseIterator it, Scalar beta, Scalar threshold) {
    double factor = number(it, beta);
    double limit = number(it, threshold);
    Reals.binary(it, (grad, a) -> a * factor > limit ? grad : grad / (1 + Math.exp(-a * factor)));
  }

  /** Outside of the limits the gradient is 0, or NaN without limits. */
  private static void logit(ElementwiseIterator it, Double eps) {
    if (eps == null) {
      Reals.binary(it, (grad, a) -> a < 0 || a > 1 ? Double.NaN : grad / (a * (1 - a)));
      return;
    }
    double low = number(it, Scalar.of((double) eps));
    double high = 1 - low;
    Reals.binary(it, (grad, a) -> a < low || a > high ? 0 : grad / (a * (1 - a)));
  }
}
