package jackfield.feature.autograd.function;

import static jackfield.feature.autograd.function.FormulaCases.one;
import static jackfield.feature.autograd.function.FormulaCases.sizes;
import static jackfield.feature.autograd.function.FormulaCases.two;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Functions of each element for {@link FormulasTest}. */
final class PointwiseFunctions {
  private static final Tensor MASK = HostData.tensor(new long[] {1, 0, 0, 1, 1, 0}, 2, 3);

  private final Aten aten;

  PointwiseFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> pointwise() {
    return Stream.of(
        two("add", x -> aten.add(x[0], x[1], Scalar.of(3.0)), sizes(2, 3), 3),
        two("sub", x -> aten.sub(x[0], x[1], Scalar.of(3.0)), sizes(2, 1), 2, 3),
        two("mul", x -> aten.mul(x[0], x[1]), sizes(2, 3), 1, 3),
        two("div", x -> aten.div(x[0], x[1]), sizes(2, 3), 3),
        two("div unrounded", x -> aten.div(x[0], x[1], (String) null), sizes(2, 3), 3),
        one("div by a number", x -> aten.div(x[0], 4.0)),
        one("neg", x -> aten.neg(x[0])),
        one("exp", x -> aten.exp(x[0])),
        one("log", x -> aten.log(aten.mul(x[0], x[0]))),
        one("sqrt", x -> aten.sqrt(aten.mul(x[0], x[0]))),
        one("sigmoid", x -> aten.sigmoid(x[0])),
        one("tanh", x -> aten.tanh(x[0])),
        one("relu", x -> aten.relu(x[0])),
        one("pow 3", x -> aten.pow(x[0], 3)),
        one("pow 0", x -> aten.add(aten.pow(x[0], 0), squared(x[0]))),
        two("prelu", x -> aten.prelu(x[0], x[1]), sizes(2, 3), 3),
        two("prelu, one weight", x -> aten.prelu(x[0], x[1]), sizes(2, 3), 1),
        two("where", x -> aten.where(aten.gt(MASK, 0), x[0], x[1]), sizes(2, 3), 3),
        two("complex", x -> aten.abs(aten.complex(x[0], x[1])), sizes(2, 3), 3),
        two("polar", x -> aten.real(aten.polar(squared(x[0]), x[1])), sizes(2, 3), 3),
        two("polar, imaginary", x -> aten.imag(aten.polar(squared(x[0]), x[1])), sizes(3), 2, 3),
        one("change in place", x -> aten.tanh_(aten.mul_(squared(x[0]), x[0]))));
  }

  Stream<Arguments> functions() {
    return Stream.of(
        one("erf", x -> aten.erf(x[0])),
        one("erfc", x -> aten.erfc(x[0])),
        one("erfinv", x -> aten.erfinv(aten.sin(x[0]))),
        one("cos", x -> aten.cos(x[0])),
        one("tan", x -> aten.tan(aten.tanh(x[0]))),
        one("sinh", x -> aten.sinh(x[0])),
        one("cosh", x -> aten.cosh(x[0])),
        one("rsqrt", x -> aten.rsqrt(aten.exp(x[0]))),
        one("exp2", x -> aten.exp2(x[0])),
        one("expm1", x -> aten.expm1(x[0])),
        one("log2", x -> aten.log2(aten.exp2(squared(x[0])))),
        one("log10", x -> aten.log10(aten.exp(squared(x[0])))),
        one("log1p", x -> aten.log1p(squared(x[0]))),
        one("frexp", x -> aten.frexp(squared(x[0])).mantissa()),
        one("native_dropout", x -> aten.nativeDropout(squared(x[0]), 0.5, false).first()),
        one("mvlgamma_ in place", x -> aten.mvlgamma_(aten.add(squared(x[0]), 2), 3)),
        one("frac", x -> aten.frac(aten.mul(x[0], 0.25))));
  }

  private Tensor squared(Tensor tensor) {
    return aten.mul(tensor, tensor);
  }
}
