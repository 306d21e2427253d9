package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.SIZES;
import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.binary;
import static jackfield.backend.cpu.LargeCalls.forms;
import static jackfield.backend.cpu.LargeCalls.unary;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Activations, logic, limits and sums of products for {@link LargeTwinsTest}. */
final class LargeFormulas {
  private LargeFormulas() {}

  static void activations(DType type) {
    if (type.isFloating() || type.isComplex()) {
      unary("silu", type, Aten::silu);
      binary("silu_backward", type, Aten::siluBackward);
      unary("reciprocal", type, Aten::reciprocal);
    }
    if (type.isIntegral()) {
      Scalar low = Scalar.of(3L);
      unary("hardtanh of integers", type, (aten, a) -> aten.hardtanh(a, low, Scalar.of(20L)));
    }
    if (!type.isFloating()) {
      return;
    }
    Scalar half = Scalar.of(0.5);
    unary("mish", type, Aten::mish);
    unary("hardswish", type, Aten::hardswish);
    unary("hardsigmoid", type, Aten::hardsigmoid);
    unary("hardtanh", type, (aten, a) -> aten.hardtanh(a, Scalar.of(-0.5), half));
    unary("leaky_relu", type, (aten, a) -> aten.leakyRelu(a, half));
    unary("elu", type, (aten, a) -> aten.elu(a, Scalar.of(1.5), half, Scalar.of(0.75)));
    unary("softplus", type, (aten, a) -> aten.softplus(a, Scalar.of(2), half));
    limits(type);
    unary("erfc", type, Aten::erfc);
    unary("log_sigmoid", type, Aten::logSigmoid);
    Tensor decay = TWINS.dense(type, SIZES);
    binary("log_sigmoid_backward", type, (aten, g, a) -> aten.logSigmoidBackward(g, a, decay));
    binary("atan2", type, Aten::atan2);
    binary("hypot", type, Aten::hypot);
    binary("hardswish_backward", type, Aten::hardswishBackward);
    binary("hardsigmoid_backward", type, Aten::hardsigmoidBackward);
    binary(
        "hardtanh_backward", type, (aten, g, a) -> aten.hardtanhBackward(g, a, half, Scalar.ONE));
    binary("leaky_relu_backward", type, (aten, g, a) -> aten.leakyReluBackward(g, a, half, false));
    binary("softplus_backward", type, (aten, g, a) -> aten.softplusBackward(g, a, half, half));
    for (boolean isResult : new boolean[] {false, true}) {
      binary(
          "elu_backward",
          type,
          (aten, g, a) -> aten.eluBackward(g, Scalar.of(1.5), half, half, isResult, a));
    }
  }

  private static void limits(DType type) {
    unary("hardshrink", type, Aten::hardshrink);
    unary("softshrink", type, Aten::softshrink);
    binary("hardshrink_backward", type, (aten, g, a) -> aten.hardshrinkBackward(g, a, 0.5));
    binary("softshrink_backward", type, (aten, g, a) -> aten.softshrinkBackward(g, a, 0.5));
    unary("logit", type, (aten, a) -> aten.logit(a, 0.25));
    unary("logit without limits", type, (aten, a) -> aten.logit(aten.mul(a, a)));
    binary("logit_backward", type, (aten, g, a) -> aten.logitBackward(g, a, 0.25));
    unary("round to a decimal", type, (aten, a) -> aten.round(a, 1));
    unary("round to tens", type, (aten, a) -> aten.round(a, -1));
  }

  static void logic(DType type) {
    binary("ne", type, Aten::ne);
    binary("logical_and", type, Aten::logicalAnd);
    binary("logical_or", type, Aten::logicalOr);
    binary("logical_xor", type, Aten::logicalXor);
    unary("logical_not", type, Aten::logicalNot);
    unary("isfinite", type, Aten::isfinite);
    unary("isinf", type, Aten::isinf);
    unary("nan_to_num", type, Aten::nanToNum);
    if (type != DType.BOOL) {
      unary("abs", type, Aten::abs);
    }
    if (!type.isComplex()) {
      binary("lt", type, Aten::lt);
      binary("le", type, Aten::le);
      binary("ge", type, Aten::ge);
      binary("maximum", type, Aten::maximum);
      binary("minimum", type, Aten::minimum);
      signs(type);
    }
    if (type.isIntegral() || type == DType.BOOL) {
      binary("bitwise_and", type, Aten::bitwiseAnd);
      binary("bitwise_or", type, Aten::bitwiseOr);
      binary("bitwise_xor", type, Aten::bitwiseXor);
      unary("bitwise_not", type, Aten::bitwiseNot);
    }
    Tensor mask = TWINS.dense(DType.BOOL, SIZES);
    Tensor one = TWINS.dense(type);
    unary("masked_fill", type, (aten, a) -> aten.maskedFill(a, mask, one));
    unary("masked_fill", type, (aten, a) -> aten.maskedFill(a, mask, Scalar.ONE));
    forms(
        "masked_fill",
        type,
        (aten, a) -> aten.maskedFill_(a, mask, Scalar.ONE),
        (aten, a, out) -> aten.copy_(out, aten.maskedFill(a, mask, one)));
  }

  /** Bits, divisors, and parts of complex numbers. */
  static void parts(DType type) {
    unary("_conj_physical", type, Aten::_conjPhysical);
    unary("conj_physical", type, Aten::conjPhysical);
    forms("conj_physical", type, Aten::conjPhysical_, Aten::conjPhysicalOut);
    unary("isreal", type, Aten::isreal);
    unary("angle", type, Aten::angle);
    if (type.isIntegral()) {
      binary("bitwise_left_shift", type, Aten::bitwiseLeftShift);
      binary("bitwise_right_shift", type, Aten::bitwiseRightShift);
      binary("gcd", type, Aten::gcd);
      binary("lcm", type, Aten::lcm);
    }
    if (type.isFloating()) {
      binary("nextafter", type, Aten::nextafter);
      unary("frexp", type, (aten, a) -> aten.frexp(a).mantissa());
      unary("exponent of frexp", type, (aten, a) -> aten.frexp(a).exponent());
      unary("erfinv", type, (aten, a) -> aten.erfinv(aten.mul(a, Scalar.of(0.4))));
    }
    if (type == DType.FLOAT32 || type == DType.FLOAT64) {
      binary("complex", type, Aten::complex);
      binary("polar", type, Aten::polar);
    }
  }

  private static void signs(DType type) {
    unary("isposinf", type, Aten::isposinf);
    unary("isneginf", type, Aten::isneginf);
    unary("signbit", type, Aten::signbit);
    binary("fmax", type, Aten::fmax);
    binary("fmin", type, Aten::fmin);
    binary("copysign", type, Aten::copysign);
    if (type != DType.BOOL) {
      unary("threshold", type, (aten, a) -> aten.threshold(a, Scalar.ONE, Scalar.of(3)));
    }
  }

  static void sums(DType type) {
    if (type == DType.BOOL) {
      return;
    }
    Tensor third = TWINS.dense(type, SIZES);
    Scalar value = Scalar.of(2);
    binary("addcmul", type, (aten, a, b) -> aten.addcmul(a, b, third, value));
    if (!type.isComplex()) {
      binary("clamp_min", type, (aten, a, b) -> aten.clampMin(a, b));
      binary("clamp_max", type, (aten, a, b) -> aten.clampMax(a, b));
      binary("clamp", type, (aten, a, b) -> aten.clamp(a, b, third));
    }
    if (!type.isIntegral()) {
      binary("addcdiv", type, (aten, a, b) -> aten.addcdiv(a, b, third, value));
      binary("lerp from the start", type, (aten, a, b) -> aten.lerp(a, b, Scalar.of(0.3)));
      binary("lerp", type, (aten, a, b) -> aten.lerp(a, b, third));
      binary("logaddexp", type, Aten::logaddexp);
      binary("lerp from the end", type, (aten, a, b) -> aten.lerp(a, b, Scalar.of(0.8)));
    }
  }
}
