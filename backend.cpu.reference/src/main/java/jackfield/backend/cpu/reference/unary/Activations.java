package jackfield.backend.cpu.reference.unary;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.special.Reals;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import org.apache.commons.numbers.gamma.Erfc;

/** Activations of single elements. A number has the precision of the elements or of float32. */
final class Activations {
  private Activations() {}

  static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.ELU, Activations::elu)
        .structured(Aten.GELU, Activations::gelu)
        .structured(Aten.HARDSHRINK, Activations::hardshrink)
        .structured(Aten.SOFTSHRINK, Activations::softshrink)
        .structured(Aten.HARDSIGMOID, it -> Reals.unary(it, a -> Math.clamp(a / 6 + 0.5, 0.0, 1.0)))
        .structured(Aten.HARDSWISH, it -> Reals.unary(it, a -> a * Math.clamp(a + 3, 0.0, 6.0) / 6))
        .structured(Aten.HARDTANH, Activations::hardtanh)
        .structured(Aten.LEAKY_RELU, Activations::leakyRelu)
        .structured(Aten.MISH, it -> Reals.unary(it, a -> a * Math.tanh(softplus(a))))
        .structured(Aten.SILU, Activations::silu)
        .structured(Aten.SOFTPLUS, Activations::softplus)
        .structured(Aten.THRESHOLD, Activations::threshold)
        .structured(Aten.LOG_SIGMOID_FORWARD, Activations::logSigmoid);
  }

  private static void elu(ElementwiseIterator it, Scalar alpha, Scalar scale, Scalar inputScale) {
    double negative = number(it, alpha) * number(it, scale);
    double positive = number(it, scale);
    double input = number(it, inputScale);
    Reals.unary(it, a -> a < 0 ? negative * Math.expm1(a * input) : a * positive);
  }

  private static void gelu(ElementwiseIterator it, String approximate) {
    switch (approximate) {
      case "none" -> Reals.unary(it, a -> a * Erfc.value(-a / Math.sqrt(2)) / 2);
      case "tanh" -> Reals.unary(it, a -> a * (1 + Math.tanh(geluInner(a))) / 2);
      default ->
          throw new InvalidArgument(
              "gelu", "approximate", "must be none or tanh, found " + approximate);
    }
  }

  /** Returns the argument of tanh in the approximation of gelu. */
  static double geluInner(double a) {
    return Math.sqrt(2 / Math.PI) * (a + 0.044715 * a * a * a);
  }

  private static void hardshrink(ElementwiseIterator it, Scalar lambd) {
    double limit = number(it, lambd);
    Reals.unary(it, a -> a >= -limit && a <= limit ? 0 : a);
  }

  private static void softshrink(ElementwiseIterator it, Scalar lambd) {
    double limit = number(it, lambd);
    Reals.unary(it, a -> a > limit ? a - limit : a < -limit ? a + limit : a * 0);
  }

  private static void hardtanh(ElementwiseIterator it, Scalar min, Scalar max) {
    DType type = it.commonType();
    if (type.isFloating()) {
      double low = number(it, min);
      double high = number(it, max);
      Reals.unary(it, a -> Double.isNaN(a) ? a : Math.min(Math.max(a, low), high));
      return;
    }
    long low = min.toLong();
    long high = max.toLong();
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long value = Elements.longAt(type, at[1] + i * step[1]);
        Elements.putLong(type, at[0] + i * step[0], Math.min(Math.max(value, low), high));
      }
    });
  }

  private static void leakyRelu(ElementwiseIterator it, Scalar negativeSlope) {
    double slope = number(it, negativeSlope);
    Reals.unary(it, a -> a > 0 ? a : a * slope);
  }

  private static void silu(ElementwiseIterator it) {
    if (it.commonType().isComplex()) {
      ComplexLoop.unary(it, ComplexFunctions::silu);
    } else {
      Reals.unary(it, a -> a / (1 + Math.exp(-a)));
    }
  }

  private static void softplus(ElementwiseIterator it, Scalar beta, Scalar threshold) {
    double factor = number(it, beta);
    double limit = number(it, threshold);
    Reals.unary(it, a -> a * factor > limit ? a : Math.log1p(Math.exp(a * factor)) / factor);
  }

  private static double softplus(double a) {
    return Math.max(a, 0) + Math.log1p(Math.exp(-Math.abs(a)));
  }

  private static void threshold(ElementwiseIterator it, Scalar threshold, Scalar value) {
    DType type = it.commonType();
    if (type.isFloating()) {
      double limit = number(it, threshold);
      double other = number(it, value);
      Reals.unary(it, a -> a <= limit ? other : a);
      return;
    }
    long limit = threshold.toLong();
    long other = value.toLong();
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long element = Elements.longAt(type, at[1] + i * step[1]);
        Elements.putLong(type, at[0] + i * step[0], element <= limit ? other : element);
      }
    });
  }

  /** Writes the logarithm of the sigmoid to operand 0, and exp(−|a|) to operand 1. */
  private static void logSigmoid(ElementwiseIterator it) {
    DType type = it.commonType();
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double value = Elements.doubleAt(type, at[2] + i * step[2]);
        double exp = Math.exp(-Math.abs(value));
        Elements.putDouble(type, at[0] + i * step[0], Math.min(value, 0) - Math.log1p(exp));
        Elements.putDouble(type, at[1] + i * step[1], exp);
      }
    });
  }

  /** Returns a number in the elements' precision, at least that of float32. */
  static double number(ElementwiseIterator it, Scalar value) {
    double number = value.toDouble();
    return it.commonType() == DType.FLOAT64 ? number : (float) number;
  }
}
