package jackfield.backend.cpu.reference.element;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/** Combines an element in memory with a number; the result is rounded to the element's type. */
public final class ElementArithmetic {
  private ElementArithmetic() {}

  /** Adds {@code factor} times {@code value}; booleans by "or". */
  public static void add(DType type, long at, Scalar value, Scalar factor) {
    switch (type.category()) {
      case BOOLEAN ->
          put(type, at, Elements.booleanAt(type, at) || (value.toBoolean() && factor.toBoolean()));
      case INTEGRAL ->
          Elements.putLong(type, at, Elements.longAt(type, at) + value.toLong() * factor.toLong());
      case FLOATING -> {
        double product = rounded(type, value.toDouble() * factor.toDouble());
        Elements.putDouble(type, at, Elements.doubleAt(type, at) + product);
      }
      case COMPLEX -> {
        double real = value.toDouble() * factor.toDouble() - value.imaginary() * factor.imaginary();
        double imaginary =
            value.toDouble() * factor.imaginary() + value.imaginary() * factor.toDouble();
        Elements.putComplex(
            type,
            at,
            Elements.doubleAt(type, at) + real,
            Elements.imaginaryAt(type, at) + imaginary);
      }
    }
  }

  /** Multiplies; booleans by "and". */
  public static void multiply(DType type, long at, Scalar value) {
    switch (type.category()) {
      case BOOLEAN -> put(type, at, Elements.booleanAt(type, at) && value.toBoolean());
      case INTEGRAL -> Elements.putLong(type, at, Elements.longAt(type, at) * value.toLong());
      case FLOATING -> Elements.putDouble(type, at, Elements.doubleAt(type, at) * value.toDouble());
      case COMPLEX -> {
        double a = Elements.doubleAt(type, at);
        double b = Elements.imaginaryAt(type, at);
        double c = value.toDouble();
        double d = value.imaginary();
        Elements.putComplex(type, at, a * c - b * d, a * d + b * c);
      }
    }
  }

  /** Divides by a count, rounding down for integers. */
  public static void divide(DType type, long at, long count) {
    switch (type.category()) {
      case BOOLEAN -> {} // a truth value stays
      case INTEGRAL -> Elements.putLong(type, at, Math.floorDiv(Elements.longAt(type, at), count));
      case FLOATING -> Elements.putDouble(type, at, Elements.doubleAt(type, at) / count);
      case COMPLEX ->
          Elements.putComplex(
              type,
              at,
              Elements.doubleAt(type, at) / count,
              Elements.imaginaryAt(type, at) / count);
    }
  }

  private static void put(DType type, long at, boolean value) {
    Elements.putLong(type, at, value ? 1 : 0);
  }

  private static double rounded(DType type, double value) {
    return type == DType.FLOAT32 ? (float) value : value;
  }
}
