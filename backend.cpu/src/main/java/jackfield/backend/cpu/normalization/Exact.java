package jackfield.backend.cpu.normalization;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;

/**
 * Loops in double precision, as the reference has them, for numbers beyond the range in which
 * float32 keeps all digits, and for few elements.
 */
final class Exact {
  /** Fewer elements than this are processed faster here than by vectors. */
  static final long FEW = 16;

  private static final double LEAST = 0x1p-100; // the squares of smaller floats lose digits
  private static final double MOST = 0x1p100; // sums and products of smaller floats are finite

  private Exact() {}

  /** Returns whether float32 keeps the digits of a sum. */
  static boolean isHeld(double sum) {
    return Double.isFinite(sum);
  }

  /** Returns whether float32 keeps the digits of a sum of products. */
  static boolean areHeld(double products) {
    return Math.abs(products) >= LEAST && Double.isFinite(products);
  }

  /** Returns whether vectors may subtract a number; not so for NaN. */
  static boolean isCenter(double number) {
    return Math.abs(number) <= MOST;
  }

  /** Returns whether vectors may multiply by a number; not so for NaN. */
  static boolean isFactor(double number) {
    double magnitude = Math.abs(number);
    return number == 0 || (magnitude >= LEAST && magnitude <= MOST);
  }

  static double at(boolean isFloat, long address, long i) {
    return isFloat
        ? HostBytes.floatAt(address + i * Float.BYTES)
        : HostBytes.doubleAt(address + i * Double.BYTES);
  }

  static void put(boolean isFloat, long address, long i, double value) {
    if (isFloat) {
      HostBytes.putFloat(address + i * Float.BYTES, (float) value);
    } else {
      HostBytes.putDouble(address + i * Double.BYTES, value);
    }
  }

  static double sum(DType type, long a, long count) {
    return distances(type, a, count, 0);
  }

  static double distances(DType type, long a, long count, double center) {
    boolean isFloat = type == DType.FLOAT32;
    double sum = 0;
    for (long i = 0; i < count; i++) {
      sum += at(isFloat, a, i) - center;
    }
    return sum;
  }

  static double squaredDistances(DType type, long a, long count, double center) {
    boolean isFloat = type == DType.FLOAT32;
    double sum = 0;
    for (long i = 0; i < count; i++) {
      double distance = at(isFloat, a, i) - center;
      sum += distance * distance;
    }
    return sum;
  }

  /** Returns the sum of {@code g (x − center) factor}. */
  static double products(DType type, long g, long x, long count, double center, double factor) {
    boolean isFloat = type == DType.FLOAT32;
    double sum = 0;
    for (long i = 0; i < count; i++) {
      sum += at(isFloat, g, i) * (at(isFloat, x, i) - center) * factor;
    }
    return sum;
  }

  /** Writes {@code (x − mean) invstd weight + bias}. */
  static void normalize(DType type, long out, long x, long count, Affine by) {
    boolean isFloat = type == DType.FLOAT32;
    for (long i = 0; i < count; i++) {
      double normal = (at(isFloat, x, i) - by.mean()) * by.invstd();
      put(isFloat, out, i, normal * by.weight() + by.bias());
    }
  }

  /** Writes {@code (g weight − mean − x̂ meanOfProducts) factor}. */
  static void inputGradient(DType type, long out, long g, long x, long count, InputGradient by) {
    boolean isFloat = type == DType.FLOAT32;
    for (long i = 0; i < count; i++) {
      double normal = (at(isFloat, x, i) - by.center()) * by.invstd();
      double distance = at(isFloat, g, i) * by.weight() - by.mean() - normal * by.meanOfProducts();
      put(isFloat, out, i, distance * by.factor());
    }
  }
}
