package ${package};

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.TypeMismatch;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The bodies of the kernels: each is one loop over the iterator's rows. The rules and iterators
 * handle shapes, types, results and the in-place and {@code out=} forms.
 */
final class ${name}Loops {
  private ${name}Loops() {}

  static void fill(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        Elements.putScalar(type, at[0] + i * step[0], value);
      }
    });
  }

  static void zero(ElementwiseIterator it) {
    fill(it, Scalar.ZERO);
  }

  static void add(ElementwiseIterator it, Scalar alpha) {
    long integer = alpha.toLong();
    double real = alpha.toDouble();
    binary("add", it, (a, b) -> a + integer * b, (a, b) -> a + real * b);
  }

  static void sub(ElementwiseIterator it, Scalar alpha) {
    long integer = alpha.toLong();
    double real = alpha.toDouble();
    binary("sub", it, (a, b) -> a - integer * b, (a, b) -> a - real * b);
  }

  /** Divides; the rule has converted integers to floats. */
  static void div(ElementwiseIterator it) {
    binary("div", it, (a, b) -> a / b, (a, b) -> a / b);
  }

  static void neg(ElementwiseIterator it) {
    binary("neg", it, (a, _) -> -a, (a, _) -> -a);
  }

  /** Sets elements below zero to zero; NaN stays. */
  static void relu(ElementwiseIterator it) {
    binary("relu", it, (a, _) -> Math.max(a, 0), (a, _) -> a < 0 ? 0 : a);
  }

  /** Computes in 64 bits and lets the store round; with one input it is used twice. */
  private static void binary(
      String operator,
      ElementwiseIterator it,
      LongBinaryOperator integers,
      DoubleBinaryOperator reals) {
    DType from = it.commonType();
    DType to = it.type(0);
    int second = it.operandCount() - 1;
    switch (from.category()) {
      case BOOLEAN, INTEGRAL ->
          it.forEachRow((at, step, count) -> {
            for (long i = 0; i < count; i++) {
              long a = Elements.longAt(from, at[1] + i * step[1]);
              long b = Elements.longAt(from, at[second] + i * step[second]);
              Elements.putLong(to, at[0] + i * step[0], integers.applyAsLong(a, b));
            }
          });
      case FLOATING ->
          it.forEachRow((at, step, count) -> {
            for (long i = 0; i < count; i++) {
              double a = Elements.doubleAt(from, at[1] + i * step[1]);
              double b = Elements.doubleAt(from, at[second] + i * step[second]);
              Elements.putDouble(to, at[0] + i * step[0], reals.applyAsDouble(a, b));
            }
          });
      case COMPLEX -> throw new TypeMismatch(operator, "${device} has no complex numbers");
    }
  }
}
