package jackfield.backend.cpu.reference.special;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Loops over real floats: a function in double precision, rounded once to the result's type. */
public final class Reals {
  private Reals() {}

  /** Applies a function of one number. */
  public static void unary(ElementwiseIterator it, DoubleUnaryOperator function) {
    DType type = it.commonType();
    DType result = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double value = Elements.doubleAt(type, at[1] + i * step[1]);
        Elements.putDouble(result, at[0] + i * step[0], function.applyAsDouble(value));
      }
    });
  }

  /** Applies a function of two numbers. */
  public static void binary(ElementwiseIterator it, DoubleBinaryOperator function) {
    DType type = it.commonType();
    DType result = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double left = Elements.doubleAt(type, at[1] + i * step[1]);
        double right = Elements.doubleAt(type, at[2] + i * step[2]);
        Elements.putDouble(result, at[0] + i * step[0], function.applyAsDouble(left, right));
      }
    });
  }

  /** A function of three numbers. */
  public interface Ternary {
    /** Returns the value for three numbers. */
    double of(double first, double second, double third);
  }

  /** Applies a function of three numbers. */
  public static void ternary(ElementwiseIterator it, Ternary function) {
    DType type = it.commonType();
    DType result = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double first = Elements.doubleAt(type, at[1] + i * step[1]);
        double second = Elements.doubleAt(type, at[2] + i * step[2]);
        double third = Elements.doubleAt(type, at[3] + i * step[3]);
        Elements.putDouble(result, at[0] + i * step[0], function.of(first, second, third));
      }
    });
  }
}
