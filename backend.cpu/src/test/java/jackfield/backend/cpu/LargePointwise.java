package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.LONG;
import static jackfield.backend.cpu.LargeCalls.SEED;
import static jackfield.backend.cpu.LargeCalls.SIZES;
import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.binary;
import static jackfield.backend.cpu.LargeCalls.forms;
import static jackfield.backend.cpu.LargeCalls.name;
import static jackfield.backend.cpu.LargeCalls.unary;

import jackfield.aten.Aten;
import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;

/** Elementwise operators, copies and random numbers for {@link LargeTwinsTest}. */
final class LargePointwise {
  private LargePointwise() {}

  private interface Drawing {
    Tensor of(Aten aten, Tensor self, Generator generator);
  }

  static void arithmetic(DType type) {
    binary("add", type, (aten, a, b) -> aten.add(a, b, Scalar.ONE));
    binary("mul", type, Aten::mul);
    binary("eq", type, Aten::eq);
    if (!type.isIntegral()) {
      binary("div", type, Aten::div);
    }
    Tensor other = TWINS.dense(type, SIZES);
    forms(
        "add",
        type,
        (aten, a) -> aten.add_(a, other),
        (aten, a, out) -> aten.addOut(a, other, out));
    forms(
        "mul",
        type,
        (aten, a) -> aten.mul_(a, other),
        (aten, a, out) -> aten.mulOut(a, other, out));
    if (type != DType.BOOL) {
      binary("sub", type, (aten, a, b) -> aten.sub(a, b, Scalar.of(2L)));
      unary("neg", type, Aten::neg);
      forms(
          "sub",
          type,
          (aten, a) -> aten.sub_(a, other),
          (aten, a, out) -> aten.subOut(a, other, out));
      forms("neg", type, Aten::neg_, Aten::negOut);
    }
    if (!type.isComplex()) {
      binary("gt", type, Aten::gt);
    }
  }

  static void functionsOfOneNumber(DType type) {
    if (type.isComplex() || type.isFloating()) {
      unary("rsqrt", type, Aten::rsqrt);
      unary("sin", type, Aten::sin);
      unary("cos", type, Aten::cos);
      unary("tan", type, Aten::tan);
      unary("sinh", type, Aten::sinh);
      unary("cosh", type, Aten::cosh);
      unary("expm1", type, Aten::expm1);
      unary("log1p", type, Aten::log1p);
      unary("log10", type, Aten::log10);
      unary("sinc", type, Aten::sinc);
    }
    if (type.isFloating()) {
      unary("erf", type, Aten::erf);
      unary("gelu", type, Aten::gelu);
      binary("gelu_backward", type, Aten::geluBackward);
      unary("frac", type, Aten::frac);
      special(type);
    }
    unary("sgn", type, Aten::sgn);
    if (!type.isComplex()) {
      unary("sign", type, Aten::sign);
      binary("heaviside", type, Aten::heaviside);
    }
    if (!type.isComplex() && type != DType.BOOL) {
      unary("floor", type, Aten::floor);
      unary("ceil", type, Aten::ceil);
      unary("round", type, Aten::round);
      unary("trunc", type, Aten::trunc);
    }
  }

  private static void special(DType type) {
    unary("lgamma", type, Aten::lgamma);
    unary("digamma", type, Aten::digamma);
    unary("special_entr", type, Aten::specialEntr);
    unary("deg2rad", type, Aten::deg2rad);
    unary("rad2deg", type, Aten::rad2deg);
    binary("special_xlog1py", type, Aten::specialXlog1py);
    binary("logaddexp2", type, Aten::logaddexp2);
  }

  static void copies(DType type) {
    for (Layout layout : Layout.values()) {
      Tensor source = layout.of(type, LONG[0], LONG[1]);
      TWINS.agree(name("clone", type, layout), aten -> aten.contiguous(aten.clone(source)));
      TWINS.agree(
          name("copy_ of another type", type, layout),
          aten -> aten.copy_(HostData.empty(DType.COMPLEX128, LONG), source));
      TWINS.agree(
          name("copy_ to gaps", type, layout), aten -> aten.copy_(TWINS.gaps(type, LONG), source));
    }
    TWINS.agree(name("fill_", type), aten -> aten.fill_(HostData.empty(type, LONG), Scalar.ONE));
    TWINS.agree(name("zero_", type), aten -> aten.zero_(TWINS.transposed(type, LONG)));
  }

  static void functions(DType type) {
    unary("exp", type, Aten::exp);
    unary("log", type, Aten::log);
    unary("sqrt", type, Aten::sqrt);
    unary("sigmoid", type, Aten::sigmoid);
    unary("tanh", type, Aten::tanh);
    binary("sigmoid_backward", type, Aten::sigmoidBackward);
    binary("tanh_backward", type, Aten::tanhBackward);
    forms("exp", type, Aten::exp_, Aten::expOut);
    forms("log", type, Aten::log_, Aten::logOut);
    forms("sqrt", type, Aten::sqrt_, Aten::sqrtOut);
    forms("sigmoid", type, Aten::sigmoid_, Aten::sigmoidOut);
    forms("tanh", type, Aten::tanh_, Aten::tanhOut);
    if (!type.isComplex()) {
      unary("relu", type, Aten::relu);
      binary(
          "threshold_backward",
          type,
          (aten, grad, self) -> aten.thresholdBackward(grad, self, Scalar.of(0.25)));
    }
  }

  static void randomNumbers(DType type) {
    random("uniform_", type, (aten, a, generator) -> aten.uniform_(a, 0, 1, generator));
    random("normal_", type, (aten, a, generator) -> aten.normal_(a, 0, 1, generator));
    random("log_normal_", type, (aten, a, generator) -> aten.logNormal_(a, 0, 1, generator));
    random("exponential_", type, (aten, a, generator) -> aten.exponential_(a, 1, generator));
    random("cauchy_", type, (aten, a, generator) -> aten.cauchy_(a, 0, 1, generator));
    random("geometric_", type, (aten, a, generator) -> aten.geometric_(a, 0.1, generator));
    random("bernoulli_", type, (aten, a, generator) -> aten.bernoulli_(a, 0.5, generator));
    random("random_", type, (aten, a, generator) -> aten.random_(a, 100, generator));
  }

  private static void random(String operator, DType type, Drawing draw) {
    for (Layout layout : List.of(Layout.DENSE, Layout.GAPS, Layout.TRANSPOSED)) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(
          name(operator, type, layout),
          aten -> aten.clone(draw.of(aten, self, new Generator(Device.CPU, SEED))));
    }
  }
}
