package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.loops.Complex;
import jackfield.backend.cpu.reference.loops.Divisors;
import jackfield.backend.cpu.reference.loops.Loops;
import jackfield.backend.cpu.reference.loops.Powers;
import jackfield.backend.cpu.reference.loops.Quotients;
import jackfield.backend.cpu.reference.loops.Rounding;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Kernels that compute one result element for each input element: arithmetic and comparisons. A
 * function is null for sorts of numbers that the operator does not support.
 */
final class PointwiseKernels {
  private PointwiseKernels() {}

  static void add(ElementwiseIterator it, Scalar alpha) {
    long integer = Rounding.asInteger(it.commonType(), alpha);
    double real = Rounding.asType(it.commonType(), alpha.toDouble());
    Loops.binary(
        "add",
        it,
        (a, b) -> a + integer * b,
        real == 1 ? Double::sum : (a, b) -> a + real * b,
        (result, a, b, c, d) -> {
          result.multiply(c, d, alpha.toDouble(), alpha.imaginary());
          result.set(a + result.real(), b + result.imaginary());
        });
  }

  static void sub(ElementwiseIterator it, Scalar alpha) {
    long integer = alpha.toLong();
    double real = Rounding.asType(it.commonType(), alpha.toDouble());
    Loops.binary(
        "sub",
        it,
        (a, b) -> a - integer * b,
        real == 1 ? (a, b) -> a - b : (a, b) -> a - real * b,
        (result, a, b, c, d) -> {
          result.multiply(c, d, alpha.toDouble(), alpha.imaginary());
          result.set(a - result.real(), b - result.imaginary());
        });
  }

  static void mul(ElementwiseIterator it) {
    Loops.binary("mul", it, (a, b) -> a * b, (a, b) -> a * b, Complex::multiply);
  }

  /** Divides; the rule has converted integers to floats. */
  static void div(ElementwiseIterator it) {
    Loops.binary("div", it, null, (a, b) -> a / b, Complex::divide);
  }

  /**
   * Divides. A mode of {@code floor} rounds down and {@code trunc} towards zero; null does not
   * round.
   */
  static void div(ElementwiseIterator it, String roundingMode) {
    if (roundingMode == null) {
      div(it);
      return;
    }
    Divisors.refuseZeros("div", it);
    switch (roundingMode) {
      case "floor" ->
          Loops.binary("div", it, Divisors.orZero(Math::floorDiv), Quotients::floor, null);
      case "trunc" -> {
        DType type = it.commonType();
        Loops.binary(
            "div",
            it,
            Divisors.orZero((a, b) -> a / b),
            (a, b) -> Quotients.trunc(Rounding.asType(type, a / b)),
            null);
      }
      default ->
          throw new InvalidArgument(
              "div", "rounding_mode", "is " + roundingMode + ", expected floor, trunc or None");
    }
  }

  static void neg(ElementwiseIterator it) {
    Loops.unary("neg", it, a -> -a, a -> -a, (result, a, b) -> result.set(-a, -b));
  }

  static void conjugate(ElementwiseIterator it) {
    Loops.unary("conj_physical", it, a -> a, a -> a, (result, a, b) -> result.set(a, -b));
  }

  static void exp(ElementwiseIterator it) {
    Loops.unary("exp", it, null, Math::exp, Complex::exp);
  }

  static void log(ElementwiseIterator it) {
    Loops.unary("log", it, null, Math::log, Complex::log);
  }

  static void sqrt(ElementwiseIterator it) {
    Loops.unary("sqrt", it, null, Math::sqrt, Complex::sqrt);
  }

  static void reciprocal(ElementwiseIterator it) {
    Loops.unary("reciprocal", it, null, a -> 1 / a, (to, a, b) -> to.divide(1, 0, a, b));
  }

  static void sigmoid(ElementwiseIterator it) {
    Loops.unary("sigmoid", it, null, a -> 1 / (1 + Math.exp(-a)), Complex::sigmoid);
  }

  static void tanh(ElementwiseIterator it) {
    Loops.unary("tanh", it, null, Math::tanh, Complex::tanh);
  }

  /** Sets what is below zero to zero; NaN stays. */
  static void relu(ElementwiseIterator it) {
    Loops.unary("relu", it, a -> Math.max(a, 0), a -> a < 0 ? 0 : a, null);
  }

  static void pow(ElementwiseIterator it, Scalar exponent) {
    long integer = exponent.toLong();
    Loops.unary(
        "pow",
        it,
        a -> Powers.pow(a, integer),
        Powers.to(exponent.toDouble()),
        (result, a, b) -> result.pow(a, b, exponent.toDouble(), exponent.imaginary()));
  }

  static void eq(ElementwiseIterator it) {
    Loops.binary(
        "eq",
        it,
        (a, b) -> a == b ? 1 : 0,
        (a, b) -> a == b ? 1 : 0,
        (result, a, b, c, d) -> result.set(a == c && b == d ? 1 : 0, 0));
  }

  static void gt(ElementwiseIterator it) {
    Loops.binary("gt", it, (a, b) -> a > b ? 1 : 0, (a, b) -> a > b ? 1 : 0, null);
  }

  /** Selects the second input where the first is true, else the third; bit for bit. */
  static void where(ElementwiseIterator it) {
    DType condition = it.type(1);
    DType type = it.commonType();
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        int chosen = Elements.booleanAt(condition, at[1] + i * step[1]) ? 2 : 3;
        CopyKernels.element(type, at[chosen] + i * step[chosen], it.type(0), at[0] + i * step[0]);
      }
    });
  }

  /** The gradient where the input was above the threshold or NaN, else 0. */
  static void thresholdBackward(ElementwiseIterator it, Scalar threshold) {
    long integer = Rounding.asInteger(it.commonType(), threshold);
    double real = Rounding.asType(it.commonType(), threshold.toDouble());
    Loops.binary(
        "threshold_backward",
        it,
        (grad, a) -> a <= integer ? 0 : grad,
        (grad, a) -> a <= real ? 0 : grad,
        null);
  }

  /** The gradient times y(1 − y) for the output y, conjugated where complex. */
  static void sigmoidBackward(ElementwiseIterator it) {
    Loops.binary(
        "sigmoid_backward",
        it,
        null,
        (grad, y) -> grad * (1 - y) * y,
        (result, a, b, c, d) -> {
          result.multiply(1 - c, -d, c, d);
          result.multiply(a, b, result.real(), -result.imaginary());
        });
  }

  /** The gradient times 1 − y² for the output y, conjugated where complex. */
  static void tanhBackward(ElementwiseIterator it) {
    Loops.binary(
        "tanh_backward",
        it,
        null,
        (grad, y) -> grad * (1 - y * y),
        (result, a, b, c, d) -> {
          result.multiply(c, d, c, d);
          result.multiply(a, b, 1 - result.real(), result.imaginary());
        });
  }
}
