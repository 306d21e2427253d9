package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.feature.autograd.Recorder;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Functions of complex numbers for {@link FormulasTest}. Their inputs and outputs are pairs of real
 * numbers, so differences of real numbers check the gradients.
 */
final class ComplexFunctions {
  private static final Aten ATEN = new Recorder().aten;
  private static final Scalar FACTOR = Scalar.of(0.5, -1.5);

  private ComplexFunctions() {}

  private static Arguments one(String name, FormulasTest.Function function) {
    FormulasTest.Function ofPairs = x -> pairs(function.of(complex(x[0])));
    return arguments("complex " + name, ofPairs, new long[][] {{2, 3, 2}});
  }

  private static Arguments two(
      String name, FormulasTest.Function function, long[] first, long... second) {
    FormulasTest.Function ofPairs = x -> pairs(function.of(complex(x[0]), complex(x[1])));
    return arguments("complex " + name, ofPairs, new long[][] {first, second});
  }

  /** A function of a complex and a real tensor. */
  private static Arguments mixed(String name, FormulasTest.Function function) {
    FormulasTest.Function ofPairs = x -> pairs(function.of(complex(x[0]), x[1]));
    return arguments("complex and real " + name, ofPairs, new long[][] {{2, 3, 2}, {2, 3}});
  }

  private static Tensor complex(Tensor pairs) {
    return ATEN.viewAsComplex(pairs);
  }

  private static Tensor pairs(Tensor tensor) {
    return tensor.dtype().isComplex() ? ATEN.viewAsReal(ATEN.resolveConj(tensor)) : tensor;
  }

  private static long[] sizes(long... sizes) {
    return sizes;
  }

  private static Tensor squared(Tensor tensor) {
    return ATEN.mul(tensor, tensor);
  }

  static Stream<Arguments> arithmetic() {
    return Stream.of(
        two("add", x -> ATEN.add(x[0], x[1], FACTOR), sizes(2, 3, 2), 3, 2),
        two("sub", x -> ATEN.sub(x[0], x[1], FACTOR), sizes(2, 3, 2), 3, 2),
        two("mul", x -> ATEN.mul(x[0], x[1]), sizes(2, 3, 2), 1, 3, 2),
        two("div", x -> ATEN.div(x[0], x[1]), sizes(2, 3, 2), 3, 2),
        two("div unrounded", x -> ATEN.div(x[0], x[1], (String) null), sizes(2, 3, 2), 3, 2),
        two("cat", x -> ATEN.cat(new Tensor[] {x[0], x[1]}, 1), sizes(2, 3, 2), 2, 1, 2),
        mixed("add", x -> ATEN.add(x[1], x[0], FACTOR)),
        mixed("sub", x -> ATEN.sub(x[0], x[1], FACTOR)),
        mixed("mul", x -> ATEN.mul(x[0], x[1])),
        mixed("div", x -> ATEN.div(x[1], x[0])),
        mixed("pow", x -> ATEN.mul(x[0], ATEN.pow(squared(x[1]), FACTOR))),
        mixed("copy_", x -> ATEN.copy_(squared(x[0]), squared(x[1]), false)),
        mixed("to", x -> ATEN.mul(ATEN.to(x[1], DType.COMPLEX128), x[0])),
        mixed("cat", x -> ATEN.cat(new Tensor[] {x[0], x[1]}, 1)));
  }

  static Stream<Arguments> functions() {
    return Stream.of(
        one("neg", x -> ATEN.neg(squared(x[0]))),
        one("exp", x -> ATEN.exp(x[0])),
        one("exp2", x -> ATEN.exp2(x[0])),
        one("expm1", x -> ATEN.expm1(x[0])),
        one("log", x -> ATEN.log(x[0])),
        one("log2", x -> ATEN.log2(x[0])),
        one("log10", x -> ATEN.log10(x[0])),
        one("log1p", x -> ATEN.log1p(squared(x[0]))),
        one("sqrt", x -> ATEN.sqrt(x[0])),
        one("rsqrt", x -> ATEN.rsqrt(x[0])),
        one("reciprocal", x -> ATEN.reciprocal(x[0])),
        one("sigmoid", x -> ATEN.sigmoid(x[0])),
        one("tanh", x -> ATEN.tanh(x[0])),
        one("sin", x -> ATEN.sin(x[0])),
        one("cos", x -> ATEN.cos(x[0])),
        one("tan", x -> ATEN.tan(ATEN.mul(x[0], 0.5))),
        one("sinh", x -> ATEN.sinh(x[0])),
        one("cosh", x -> ATEN.cosh(x[0])),
        one("pow 3", x -> ATEN.pow(x[0], 3)),
        one("pow of a complex number", x -> ATEN.pow(x[0], FACTOR)));
  }

  static Stream<Arguments> products() {
    return Stream.of(
        one("sum", x -> ATEN.sum(squared(x[0]))),
        one("mean", x -> ATEN.mean(squared(x[0]), sizes(1))),
        one("var", x -> ATEN.var(x[0], sizes(1), null, false)),
        one("std", x -> ATEN.std(x[0], sizes(1), null, false)),
        two("mm", x -> ATEN.mm(x[0], x[1]), sizes(2, 3, 2), 3, 2, 2),
        two("mm transposed", x -> ATEN.mm(x[0], ATEN.t(x[1])), sizes(2, 3, 2), 2, 3, 2),
        two("mm adjoint", x -> ATEN.mm(x[0], ATEN.mH(x[1])), sizes(2, 3, 2), 2, 3, 2),
        two("addmm", x -> addmm(x[0], x[1]), sizes(2, 3, 2), 3, 2, 2),
        two("bmm", x -> ATEN.bmm(x[0], x[1]), sizes(2, 1, 3, 2), 2, 3, 2, 2),
        two("matmul", x -> ATEN.matmul(x[0], x[1]), sizes(2, 3, 2), 3, 2),
        one("linalg_svdvals", x -> ATEN.linalgSvdvals(x[0])),
        one("singular vectors, wide", x -> orthogonal(x[0])),
        one("singular vectors, tall", x -> orthogonal(ATEN.mT(x[0]))),
        one("right singular vectors", x -> rightRoot(x[0])));
  }

  /** Returns the nearest matrix with orthonormal rows or columns. */
  private static Tensor orthogonal(Tensor matrix) {
    var factors = ATEN.linalgSvd(matrix, false);
    return ATEN.matmul(factors.U(), factors.Vh());
  }

  /** Returns the root of the product of the adjoint of a matrix and the matrix. */
  private static Tensor rightRoot(Tensor matrix) {
    var factors = ATEN.linalgSvd(matrix, false);
    Tensor scaled = ATEN.mul(ATEN.unsqueeze(factors.S(), -1), factors.Vh());
    return ATEN.matmul(ATEN.mH(factors.Vh()), scaled);
  }

  private static Tensor addmm(Tensor one, Tensor other) {
    Tensor bias = ATEN.sum(other, sizes(0));
    return ATEN.addmm(bias, one, other, FACTOR, Scalar.of(2.0, 1.0));
  }

  static Stream<Arguments> conjugates() {
    return Stream.of(
        one("conj", x -> ATEN.mul(ATEN.conj(x[0]), x[0])),
        one("conj_physical", x -> ATEN.mul(ATEN.conjPhysical(x[0]), x[0])),
        one("real", x -> ATEN.real(squared(x[0]))),
        one("imag", x -> ATEN.imag(squared(x[0]))),
        one("imag of a conjugate", x -> ATEN.exp(ATEN.imag(ATEN.conj(x[0])))),
        one("_neg_view", x -> ATEN.mul(ATEN._negView(x[0]), x[0])),
        one("conj_physical_", x -> ATEN.conjPhysical_(squared(x[0]))),
        one("a change of a conjugate", x -> changed(x[0], ATEN::conj)),
        one("a change of imaginary parts", x -> changed(x[0], ATEN::imag)),
        one("a change of a negative", x -> changed(x[0], ATEN::_negView)),
        one("a change of both", x -> changed(x[0], each -> ATEN.imag(ATEN.conj(each)))),
        one("the conjugate of what changed", x -> stale(x[0], ATEN::conj)),
        one("the real part of what changed", x -> stale(x[0], ATEN::real)),
        arguments("a change of complex parts", ofPairs(), new long[][] {{2, 3, 2}}));
  }

  /** A change in place of complex numbers that are a view of real ones. */
  private static FormulasTest.Function ofPairs() {
    return x -> {
      Tensor pairs = squared(x[0]);
      Tensor numbers = ATEN.select(complex(pairs), 0, 1);
      ATEN.mul_(numbers, ATEN.select(complex(x[0]), 0, 0));
      return pairs;
    };
  }

  /** Changes a view of the squares in place, and returns the squares. */
  private static Tensor changed(Tensor x, UnaryOperator<Tensor> view) {
    Tensor base = squared(x);
    Tensor part = ATEN.select(view.apply(base), 0, 1);
    ATEN.mul_(part, ATEN.select(view.apply(x), 0, 0));
    return ATEN.mul(base, x);
  }

  /** Changes the squares in place, and returns a view that was made before. */
  private static Tensor stale(Tensor x, UnaryOperator<Tensor> view) {
    Tensor base = squared(x);
    Tensor before = ATEN.select(view.apply(base), 0, 1);
    ATEN.mul_(base, x);
    return squared(before);
  }
}
