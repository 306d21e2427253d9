package jackfield.nn.activation;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleFactory;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.UnaryOperator;

/**
 * Makes activations, by PyTorch's names. Input and output have the same shape, except for {@link
 * #glu}.
 */
public interface ActivationFactory extends ModuleFactory {
  private Aten aten() {
    return context().aten();
  }

  private static Module plain(String name, UnaryOperator<Tensor> function) {
    return Module.of(name, "", function);
  }

  /** Returns the maximum of 0 and each element. */
  default Module relu() {
    return plain("ReLU", aten()::relu);
  }

  /** Returns each element, limited to 0 and 6. */
  default Module relu6() {
    return plain("ReLU6", aten()::relu6);
  }

  /** Returns {@code 1 / (1 + exp(-x))} of each element. */
  default Module sigmoid() {
    return plain("Sigmoid", aten()::sigmoid);
  }

  /** Returns the logarithm of the sigmoid of each element. */
  default Module logSigmoid() {
    return plain("LogSigmoid", aten()::logSigmoid);
  }

  /** Returns the hyperbolic tangent of each element. */
  default Module tanh() {
    return plain("Tanh", aten()::tanh);
  }

  /** Returns {@code x - tanh(x)} of each element. */
  default Module tanhshrink() {
    Aten aten = aten();
    return plain("Tanhshrink", x -> aten.sub(x, aten.tanh(x)));
  }

  /** Returns {@code x · sigmoid(x)} of each element. */
  default Module silu() {
    return plain("SiLU", aten()::silu);
  }

  /** Returns {@code x · tanh(softplus(x))} of each element. */
  default Module mish() {
    return plain("Mish", aten()::mish);
  }

  /** Returns {@code x · Φ(x)} of each element, the Gaussian error linear unit. */
  default Module gelu() {
    Aten aten = aten();
    return Module.of("GELU", "approximate='none'", x -> aten.gelu(x, "none"));
  }

  /** Returns the Gaussian error linear unit in its approximation by the hyperbolic tangent. */
  default Module geluTanh() {
    Aten aten = aten();
    return Module.of("GELU", "approximate='tanh'", x -> aten.gelu(x, "tanh"));
  }

  /** Returns each element, or {@code exp(x) - 1} where it is negative. */
  default Module elu() {
    return elu(1);
  }

  /** Returns each element, or {@code alpha (exp(x) - 1)} where it is negative. */
  default Module elu(double alpha) {
    Aten aten = aten();
    return Module.of("ELU", "alpha=" + alpha, x -> aten.elu(x, alpha));
  }

  /** Returns the scaled exponential unit, which keeps mean 0 and deviation 1. */
  default Module selu() {
    return plain("SELU", aten()::selu);
  }

  /** Returns {@code max(0, x) + min(0, exp(x) - 1)} of each element. */
  default Module celu() {
    return celu(1);
  }

  /** Returns {@code max(0, x) + min(0, alpha (exp(x / alpha) - 1))} of each element. */
  default Module celu(double alpha) {
    Aten aten = aten();
    return Module.of("CELU", "alpha=" + alpha, x -> aten.celu(x, alpha));
  }

  /** Returns each element, multiplied by 0.01 where it is negative. */
  default Module leakyRelu() {
    return leakyRelu(0.01);
  }

  /** Returns each element, multiplied by {@code negativeSlope} where it is negative. */
  default Module leakyRelu(double negativeSlope) {
    Aten aten = aten();
    return Module.of(
        "LeakyReLU", "negative_slope=" + negativeSlope, x -> aten.leakyRelu(x, negativeSlope));
  }

  /** Returns each element, multiplied by one learned slope where it is negative. */
  default PReLU prelu() {
    return prelu(1, 0.25);
  }

  /**
   * Returns each element, multiplied by the learned slope of its channel where it is negative.
   *
   * @throws InvalidArgument if there is no channel
   */
  default PReLU prelu(long channels, double initial) {
    return new PReLU(context(), channels, initial);
  }

  /** Returns each element, where it is negative multiplied by a random slope from 1/8 to 1/3. */
  default RReLU rrelu() {
    return rrelu(1.0 / 8, 1.0 / 3);
  }

  /**
   * Returns each element, where it is negative multiplied by a random slope.
   *
   * @throws InvalidArgument if {@code lower} exceeds {@code upper}
   */
  default RReLU rrelu(double lower, double upper) {
    return new RReLU(context(), lower, upper);
  }

  /** Returns each element, limited to -1 and 1. */
  default Module hardtanh() {
    return hardtanh(-1, 1);
  }

  /**
   * Returns each element, limited to {@code min} and {@code max}.
   *
   * @throws InvalidArgument unless {@code min} is below {@code max}
   */
  default Module hardtanh(double min, double max) {
    if (!(min < max)) {
      throw new InvalidArgument(
          "hardtanh", "min", "must be below max, found %s and %s".formatted(min, max));
    }
    Aten aten = aten();
    return Module.of(
        "Hardtanh",
        "min_val=%s, max_val=%s".formatted(min, max),
        x -> aten.hardtanh(x, Scalar.of(min), Scalar.of(max)));
  }

  /** Returns {@code x / 6 + 1/2} of each element, limited to 0 and 1. */
  default Module hardsigmoid() {
    return plain("Hardsigmoid", aten()::hardsigmoid);
  }

  /** Returns {@code x · hardsigmoid(x)} of each element. */
  default Module hardswish() {
    return plain("Hardswish", aten()::hardswish);
  }

  /** Returns each element, or 0 where it is between -0.5 and 0.5. */
  default Module hardshrink() {
    return hardshrink(0.5);
  }

  /** Returns each element, or 0 where it is between {@code -lambda} and {@code lambda}. */
  default Module hardshrink(double lambda) {
    Aten aten = aten();
    return Module.of("Hardshrink", "lambd=" + lambda, x -> aten.hardshrink(x, lambda));
  }

  /** Returns each element, brought nearer to 0 by 0.5. */
  default Module softshrink() {
    return softshrink(0.5);
  }

  /** Returns each element, brought nearer to 0 by {@code lambda}. */
  default Module softshrink(double lambda) {
    Aten aten = aten();
    return Module.of("Softshrink", "lambd=" + lambda, x -> aten.softshrink(x, lambda));
  }

  /** Returns {@code log(1 + exp(x))} of each element. */
  default Module softplus() {
    return softplus(1, 20);
  }

  /** Returns {@code log(1 + exp(beta x)) / beta}, or {@code x} where that exceeds a threshold. */
  default Module softplus(double beta, double threshold) {
    Aten aten = aten();
    return Module.of(
        "Softplus",
        "beta=%s, threshold=%s".formatted(beta, threshold),
        x -> aten.softplus(x, Scalar.of(beta), Scalar.of(threshold)));
  }

  /** Returns {@code x / (1 + |x|)} of each element. */
  default Module softsign() {
    Aten aten = aten();
    return plain("Softsign", x -> aten.div(x, aten.add(aten.abs(x), 1)));
  }

  /** Returns each element, or {@code value} where it does not exceed {@code threshold}. */
  default Module threshold(double threshold, double value) {
    Aten aten = aten();
    return Module.of(
        "Threshold",
        "threshold=%s, value=%s".formatted(threshold, value),
        x -> aten.threshold(x, Scalar.of(threshold), Scalar.of(value)));
  }

  /** Returns the first half along {@code dim}, multiplied by the sigmoid of the second half. */
  default Module glu(long dim) {
    Aten aten = aten();
    return Module.of("GLU", "dim=" + dim, x -> aten.glu(x, dim));
  }

  /** Returns the softmax along {@code dim}. */
  default Module softmax(long dim) {
    Aten aten = aten();
    return Module.of("Softmax", "dim=" + dim, x -> aten.softmax(x, dim));
  }

  /** Returns the softmax of the negated elements along {@code dim}. */
  default Module softmin(long dim) {
    Aten aten = aten();
    return Module.of("Softmin", "dim=" + dim, x -> aten.softmax(aten.neg(x), dim));
  }

  /** Returns the logarithm of the softmax along {@code dim}. */
  default Module logSoftmax(long dim) {
    Aten aten = aten();
    return Module.of("LogSoftmax", "dim=" + dim, x -> aten.logSoftmax(x, dim));
  }
}
