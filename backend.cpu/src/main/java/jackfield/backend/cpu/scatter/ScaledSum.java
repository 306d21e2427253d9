package jackfield.backend.cpu.scatter;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/** Adds a multiple of one element to another; the sum is rounded to their type. */
final class ScaledSum {
  private final DType type;
  private final boolean isPlain;
  private final boolean isNotZero;
  private final long whole;
  private final double real;
  private final double imaginary;

  /** Creates sums of elements of a type and elements that are multiplied by {@code factor}. */
  ScaledSum(DType type, Scalar factor) {
    this.type = type;
    this.isNotZero = factor.toBoolean();
    boolean isWhole = type.isIntegral();
    this.whole = isWhole ? factor.toLong() : 0;
    this.real = isWhole ? 0 : factor.toDouble();
    this.imaginary = isWhole ? 0 : factor.imaginary();
    this.isPlain = isWhole ? whole == 1 : real == 1 && imaginary == 0;
  }

  /** Returns whether elements are added as they are. */
  boolean isPlain() {
    return isPlain;
  }

  /** Adds to the element at {@code to}; booleans by "or". */
  void add(long to, long from) {
    switch (type) {
      case FLOAT32 -> {
        float product = (float) (HostBytes.floatAt(from) * real);
        HostBytes.putFloat(to, HostBytes.floatAt(to) + product);
      }
      case FLOAT64 ->
          HostBytes.putDouble(to, HostBytes.doubleAt(to) + HostBytes.doubleAt(from) * real);
      case FLOAT16, BFLOAT16 ->
          Elements.putDouble(
              type, to, Elements.doubleAt(type, to) + Elements.doubleAt(type, from) * real);
      case COMPLEX64, COMPLEX128 -> addComplex(to, from);
      case BOOL -> {
        boolean isTrue = isNotZero && HostBytes.byteAt(from) != 0;
        HostBytes.putByte(to, (byte) (isTrue || HostBytes.byteAt(to) != 0 ? 1 : 0));
      }
      default ->
          Elements.putLong(
              type, to, Elements.longAt(type, to) + Elements.longAt(type, from) * whole);
    }
  }

  private void addComplex(long to, long from) {
    double a = Elements.doubleAt(type, from);
    double b = Elements.imaginaryAt(type, from);
    Elements.putComplex(
        type,
        to,
        Elements.doubleAt(type, to) + (a * real - b * imaginary),
        Elements.imaginaryAt(type, to) + (a * imaginary + b * real));
  }
}
