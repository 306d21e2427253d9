package jackfield.backend.cpu.reference.loops;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.TypeMismatch;

/**
 * Applies a function of three numbers to every element, as {@link Loops} does for one and two. A
 * function is null if the operator does not support that sort of number.
 */
public final class TernaryLoops {
  private TernaryLoops() {}

  /** Applies the function for the common type. */
  public static void run(
      String operator,
      ElementwiseIterator it,
      LongTernary longs,
      DoubleTernary doubles,
      ComplexTernary complexes) {
    DType type = it.commonType();
    it.forEachRow(
        switch (type.category()) {
          case BOOLEAN, INTEGRAL -> longRow(it, available(longs, operator, type));
          case FLOATING -> doubleRow(it, available(doubles, operator, type));
          case COMPLEX -> complexRow(it, available(complexes, operator, type));
        });
  }

  private static <F> F available(F function, String operator, DType type) {
    if (function == null) {
      throw new TypeMismatch(operator, "not defined for elements of type " + type);
    }
    return function;
  }

  private static Row longRow(ElementwiseIterator it, LongTernary function) {
    DType type = it.commonType();
    DType result = it.type(0);
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long a = Elements.longAt(type, at[1] + i * step[1]);
        long b = Elements.longAt(type, at[2] + i * step[2]);
        long c = Elements.longAt(type, at[3] + i * step[3]);
        Elements.putLong(result, at[0] + i * step[0], function.apply(a, b, c));
      }
    };
  }

  private static Row doubleRow(ElementwiseIterator it, DoubleTernary function) {
    DType type = it.commonType();
    DType result = it.type(0);
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double a = Elements.doubleAt(type, at[1] + i * step[1]);
        double b = Elements.doubleAt(type, at[2] + i * step[2]);
        double c = Elements.doubleAt(type, at[3] + i * step[3]);
        Elements.putDouble(result, at[0] + i * step[0], function.apply(a, b, c));
      }
    };
  }

  private static Row complexRow(ElementwiseIterator it, ComplexTernary function) {
    DType type = it.commonType();
    DType result = it.type(0);
    Complex value = new Complex();
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long a = at[1] + i * step[1];
        long b = at[2] + i * step[2];
        long c = at[3] + i * step[3];
        function.apply(
            value,
            Elements.doubleAt(type, a),
            Elements.imaginaryAt(type, a),
            Elements.doubleAt(type, b),
            Elements.imaginaryAt(type, b),
            Elements.doubleAt(type, c),
            Elements.imaginaryAt(type, c));
        Elements.putComplex(result, at[0] + i * step[0], value.real(), value.imaginary());
      }
    };
  }
}
