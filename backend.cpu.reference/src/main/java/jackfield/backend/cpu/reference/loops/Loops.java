package jackfield.backend.cpu.reference.loops;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.TypeMismatch;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Applies a function of one or two numbers to every element. All loads, stores and conversions of
 * the elementwise kernels are here.
 *
 * <p>Integers and booleans are computed in 64 bits, and the store truncates them to their width.
 * Floats are computed in double precision and rounded once, which for {@code + − × ÷} and the
 * square root is the correctly rounded result of the narrower type: a double has more than twice a
 * float's significant bits. A function is null if the operator does not support that sort of
 * number.
 *
 * <p>For float32 there are loops without a switch on the type, since training uses them most.
 */
public final class Loops {
  private Loops() {}

  /** Applies a function of one number. */
  public static void unary(
      String operator,
      ElementwiseIterator it,
      LongUnaryOperator longs,
      DoubleUnaryOperator doubles,
      ComplexUnary complexes) {
    DType type = it.commonType();
    DType result = it.type(0);
    it.forEachRow(
        switch (type.category()) {
          case BOOLEAN, INTEGRAL -> longRow(type, result, available(longs, operator, type));
          case FLOATING -> doubleRow(type, result, available(doubles, operator, type));
          case COMPLEX -> complexRow(type, result, available(complexes, operator, type));
        });
  }

  /** Applies a function of two numbers. */
  public static void binary(
      String operator,
      ElementwiseIterator it,
      LongBinaryOperator longs,
      DoubleBinaryOperator doubles,
      ComplexBinary complexes) {
    DType type = it.commonType();
    DType result = it.type(0);
    it.forEachRow(
        switch (type.category()) {
          case BOOLEAN, INTEGRAL -> longRow(type, result, available(longs, operator, type));
          case FLOATING -> doubleRow(type, result, available(doubles, operator, type));
          case COMPLEX -> complexRow(type, result, available(complexes, operator, type));
        });
  }

  private static <F> F available(F function, String operator, DType type) {
    if (function == null) {
      throw new TypeMismatch(operator, "not defined for elements of type " + type);
    }
    return function;
  }

  private static Row longRow(DType type, DType result, LongUnaryOperator function) {
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long value = Elements.longAt(type, at[1] + i * step[1]);
        Elements.putLong(result, at[0] + i * step[0], function.applyAsLong(value));
      }
    };
  }

  private static Row longRow(DType type, DType result, LongBinaryOperator function) {
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long left = Elements.longAt(type, at[1] + i * step[1]);
        long right = Elements.longAt(type, at[2] + i * step[2]);
        Elements.putLong(result, at[0] + i * step[0], function.applyAsLong(left, right));
      }
    };
  }

  private static Row doubleRow(DType type, DType result, DoubleUnaryOperator function) {
    if (type == DType.FLOAT32 && result == DType.FLOAT32) {
      return floatRow(function);
    }
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double value = Elements.doubleAt(type, at[1] + i * step[1]);
        Elements.putDouble(result, at[0] + i * step[0], function.applyAsDouble(value));
      }
    };
  }

  private static Row floatRow(DoubleUnaryOperator function) {
    return (at, step, count) -> {
      long to = at[0];
      long from = at[1];
      for (long i = 0; i < count; i++) {
        HostBytes.putFloat(to, (float) function.applyAsDouble(HostBytes.floatAt(from)));
        to += step[0];
        from += step[1];
      }
    };
  }

  private static Row doubleRow(DType type, DType result, DoubleBinaryOperator function) {
    if (type == DType.FLOAT32 && result == DType.FLOAT32) {
      return floatRow(function);
    }
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double left = Elements.doubleAt(type, at[1] + i * step[1]);
        double right = Elements.doubleAt(type, at[2] + i * step[2]);
        Elements.putDouble(result, at[0] + i * step[0], function.applyAsDouble(left, right));
      }
    };
  }

  private static Row floatRow(DoubleBinaryOperator function) {
    return (at, step, count) -> {
      long to = at[0];
      long left = at[1];
      long right = at[2];
      for (long i = 0; i < count; i++) {
        double value = function.applyAsDouble(HostBytes.floatAt(left), HostBytes.floatAt(right));
        HostBytes.putFloat(to, (float) value);
        to += step[0];
        left += step[1];
        right += step[2];
      }
    };
  }

  private static Row complexRow(DType type, DType result, ComplexUnary function) {
    Complex value = new Complex();
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long from = at[1] + i * step[1];
        function.apply(value, Elements.doubleAt(type, from), Elements.imaginaryAt(type, from));
        Elements.putComplex(result, at[0] + i * step[0], value.real(), value.imaginary());
      }
    };
  }

  private static Row complexRow(DType type, DType result, ComplexBinary function) {
    Complex value = new Complex();
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long left = at[1] + i * step[1];
        long right = at[2] + i * step[2];
        function.apply(
            value,
            Elements.doubleAt(type, left),
            Elements.imaginaryAt(type, left),
            Elements.doubleAt(type, right),
            Elements.imaginaryAt(type, right));
        Elements.putComplex(result, at[0] + i * step[0], value.real(), value.imaginary());
      }
    };
  }
}
