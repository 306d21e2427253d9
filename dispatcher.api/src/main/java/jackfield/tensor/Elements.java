package jackfield.tensor;

import jackfield.memory.HostBytes;

/**
 * Reads and writes one element of any type at an address in host memory, for scalar kernels, tests
 * and printing.
 *
 * <p><em>Types</em>: conversions follow C. A float becomes an integer by rounding towards zero. An
 * integer is truncated to its width. A bool is the result of a comparison with zero. A complex
 * number becomes real without its imaginary part.
 */
public final class Elements {
  private Elements() {}

  /** Returns the element as a double; the real part of a complex one. */
  public static double doubleAt(DType type, long address) {
    return switch (type) {
      case FLOAT32, COMPLEX64 -> HostBytes.floatAt(address);
      case FLOAT64, COMPLEX128 -> HostBytes.doubleAt(address);
      case FLOAT16 -> Float.float16ToFloat(HostBytes.shortAt(address));
      case BFLOAT16 -> Float.intBitsToFloat(HostBytes.shortAt(address) << 16);
      default -> longAt(type, address);
    };
  }

  /** Returns the imaginary part, 0 for real types. */
  public static double imaginaryAt(DType type, long address) {
    return switch (type) {
      case COMPLEX64 -> HostBytes.floatAt(address + Float.BYTES);
      case COMPLEX128 -> HostBytes.doubleAt(address + Double.BYTES);
      default -> 0;
    };
  }

  /** Returns the element as an integer. */
  public static long longAt(DType type, long address) {
    return switch (type) {
      case UINT8 -> HostBytes.byteAt(address) & 0xFF;
      case INT8 -> HostBytes.byteAt(address);
      case BOOL -> HostBytes.byteAt(address) == 0 ? 0 : 1;
      case INT16 -> HostBytes.shortAt(address);
      case INT32 -> HostBytes.intAt(address);
      case INT64 -> HostBytes.longAt(address);
      default -> (long) doubleAt(type, address);
    };
  }

  /** Returns whether the element differs from zero; true for NaN. */
  public static boolean booleanAt(DType type, long address) {
    return switch (type.category()) {
      case BOOLEAN, INTEGRAL -> longAt(type, address) != 0;
      default -> doubleAt(type, address) != 0 || imaginaryAt(type, address) != 0;
    };
  }

  /** Returns the element as a number. */
  public static Scalar scalarAt(DType type, long address) {
    return switch (type.category()) {
      case BOOLEAN -> Scalar.of(longAt(type, address) != 0);
      case INTEGRAL -> Scalar.of(longAt(type, address));
      case FLOATING -> Scalar.of(doubleAt(type, address));
      case COMPLEX -> Scalar.of(doubleAt(type, address), imaginaryAt(type, address));
    };
  }

  /** Writes a real number. */
  public static void putDouble(DType type, long address, double value) {
    switch (type) {
      case FLOAT32 -> HostBytes.putFloat(address, (float) value);
      case FLOAT64 -> HostBytes.putDouble(address, value);
      case FLOAT16 -> HostBytes.putShort(address, Float.floatToFloat16((float) value));
      case BFLOAT16 -> HostBytes.putShort(address, bfloat16((float) value));
      case COMPLEX64, COMPLEX128 -> putComplex(type, address, value, 0);
      case BOOL -> HostBytes.putByte(address, (byte) (value != 0 ? 1 : 0));
      default -> putLong(type, address, (long) value);
    }
  }

  /** Writes an integer. */
  public static void putLong(DType type, long address, long value) {
    switch (type) {
      case UINT8, INT8 -> HostBytes.putByte(address, (byte) value);
      case BOOL -> HostBytes.putByte(address, (byte) (value != 0 ? 1 : 0));
      case INT16 -> HostBytes.putShort(address, (short) value);
      case INT32 -> HostBytes.putInt(address, (int) value);
      case INT64 -> HostBytes.putLong(address, value);
      case FLOAT32 -> HostBytes.putFloat(address, (float) value);
      default -> putDouble(type, address, (double) value);
    }
  }

  /** Writes a complex number; a real type takes only its real part. */
  public static void putComplex(DType type, long address, double real, double imaginary) {
    switch (type) {
      case COMPLEX64 -> {
        HostBytes.putFloat(address, (float) real);
        HostBytes.putFloat(address + Float.BYTES, (float) imaginary);
      }
      case COMPLEX128 -> {
        HostBytes.putDouble(address, real);
        HostBytes.putDouble(address + Double.BYTES, imaginary);
      }
      case BOOL -> HostBytes.putByte(address, (byte) (real != 0 || imaginary != 0 ? 1 : 0));
      default -> putDouble(type, address, real);
    }
  }

  /** Writes a number. */
  public static void putScalar(DType type, long address, Scalar value) {
    switch (value.type().category()) {
      case COMPLEX -> putComplex(type, address, value.toDouble(), value.imaginary());
      case FLOATING -> putDouble(type, address, value.toDouble());
      default -> putLong(type, address, value.toLong());
    }
  }

  /** Returns the number of a floating type that is nearest to {@code value}, ties to even. */
  public static double rounded(DType type, double value) {
    return switch (type) {
      case FLOAT32 -> (float) value;
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case BFLOAT16 -> Float.intBitsToFloat(bfloat16((float) value) << 16);
      default -> value;
    };
  }

  /** Rounds to the nearest bfloat16, ties to even; NaN stays NaN. */
  private static short bfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }
}
