package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/** Operators on the bits of numbers: shifts, neighbours, and mantissas with their exponents. */
final class BitKernels {
  private static final int MANTISSA_BITS = 52; // of float64
  private static final int EXPONENTS = 0x7FF; // the largest exponent, of infinity and NaN
  private static final int EXPONENT_OF_HALF = 1022;
  private static final int SIGN_OF_SHORT = 0x8000;

  private final Workspaces workspaces;

  BitKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  void addTo(KernelList kernels) {
    PointwiseKernel left = shift("bitwise_left_shift", FunctionLoops.shiftLeft());
    PointwiseKernel right = shift("bitwise_right_shift", FunctionLoops.shiftRight());
    kernels
        .structured(Aten.BITWISE_LEFT_SHIFT, it -> left.run(it, width(it)))
        .structured(Aten.BITWISE_RIGHT_SHIFT, it -> right.run(it, width(it)))
        .structured(
            Aten.NEXTAFTER, it -> PointwiseKernel.forEachRow(it, neighbours(it.commonType())))
        .structured(Aten.FREXP, it -> PointwiseKernel.forEachRow(it, mantissas(it.type(0))));
  }

  private PointwiseKernel shift(String operator, ByType<PointwiseLoop> loops) {
    return new PointwiseKernel(operator, loops, null, workspaces);
  }

  private static Scalar width(ElementwiseIterator it) {
    return Scalar.of((long) it.commonType().sizeBytes() * Byte.SIZE);
  }

  // ---- neighbours: the bits of numbers of one sign have the order of the numbers. The sign of the
  // difference gives the direction without a branch.

  private static Row neighbours(DType type) {
    return switch (type) {
      case FLOAT32 -> BitKernels::floatNeighbours;
      case FLOAT64 -> BitKernels::doubleNeighbours;
      default ->
          (at, step, count) -> {
            for (long i = 0; i < count; i++) {
              shortNeighbour(type, at[0] + i * step[0], at[1] + i * step[1], at[2] + i * step[2]);
            }
          };
    };
  }

  private static void floatNeighbours(long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      float a = HostBytes.floatAt(at[1] + i * step[1]);
      float b = HostBytes.floatAt(at[2] + i * step[2]);
      int bits = Float.floatToRawIntBits(a);
      int inwards = (Float.floatToRawIntBits(b - a) ^ bits) >> (Integer.SIZE - 1); // −1 or 0
      float next = Float.intBitsToFloat(bits + (inwards | 1));
      next = a == 0 ? Math.copySign(Float.MIN_VALUE, b) : next;
      next = a == b ? b : Float.isNaN(a) || Float.isNaN(b) ? a + b : next;
      HostBytes.putFloat(at[0] + i * step[0], next);
    }
  }

  private static void doubleNeighbours(long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      double a = HostBytes.doubleAt(at[1] + i * step[1]);
      double b = HostBytes.doubleAt(at[2] + i * step[2]);
      long bits = Double.doubleToRawLongBits(a);
      long inwards = (Double.doubleToRawLongBits(b - a) ^ bits) >> (Long.SIZE - 1); // −1 or 0
      double next = Double.longBitsToDouble(bits + (inwards | 1));
      next = a == 0 ? Math.copySign(Double.MIN_VALUE, b) : next;
      next = a == b ? b : Double.isNaN(a) || Double.isNaN(b) ? a + b : next;
      HostBytes.putDouble(at[0] + i * step[0], next);
    }
  }

  private static void shortNeighbour(DType type, long out, long left, long right) {
    double a = Elements.doubleAt(type, left);
    double b = Elements.doubleAt(type, right);
    int bits = HostBytes.shortAt(left);
    if (!(a < b || a > b)) {
      Elements.putDouble(type, out, a == b ? b : a + b);
    } else if (a == 0) {
      HostBytes.putShort(out, (short) ((b < 0 ? SIGN_OF_SHORT : 0) + 1));
    } else {
      HostBytes.putShort(out, (short) (bits + ((a < b) == (bits >= 0) ? 1 : -1)));
    }
  }

  // ---- mantissas

  private static Row mantissas(DType type) {
    return switch (type) {
      case FLOAT32 -> BitKernels::floatMantissas;
      case FLOAT64 -> BitKernels::doubleMantissas;
      default ->
          (at, step, count) -> {
            for (long i = 0; i < count; i++) {
              double value = Elements.doubleAt(type, at[2] + i * step[2]);
              Elements.putDouble(type, at[0] + i * step[0], mantissa(value));
              HostBytes.putInt(at[1] + i * step[1], exponent(value));
            }
          };
    };
  }

  private static void floatMantissas(long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      double value = HostBytes.floatAt(at[2] + i * step[2]);
      HostBytes.putFloat(at[0] + i * step[0], (float) mantissa(value));
      HostBytes.putInt(at[1] + i * step[1], exponent(value));
    }
  }

  private static void doubleMantissas(long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      double value = HostBytes.doubleAt(at[2] + i * step[2]);
      boolean isSubnormal = value != 0 && Math.abs(value) < Double.MIN_NORMAL;
      double scaled = isSubnormal ? value * 0x1p54 : value;
      HostBytes.putDouble(at[0] + i * step[0], mantissa(scaled));
      HostBytes.putInt(at[1] + i * step[1], exponent(scaled) - (isSubnormal ? 54 : 0));
    }
  }

  private static int storedExponent(double value) {
    return (int) (Double.doubleToRawLongBits(value) >>> MANTISSA_BITS) & EXPONENTS;
  }

  private static boolean hasExponent(int stored) {
    return stored != 0 && stored != EXPONENTS;
  }

  /** Returns a number that is not subnormal with the exponent of 1/2; 0, infinity and NaN stay. */
  private static double mantissa(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long others = bits & ~((long) EXPONENTS << MANTISSA_BITS);
    long mantissa = others | ((long) EXPONENT_OF_HALF << MANTISSA_BITS);
    return hasExponent(storedExponent(value)) ? Double.longBitsToDouble(mantissa) : value;
  }

  private static int exponent(double value) {
    int stored = storedExponent(value);
    return hasExponent(stored) ? stored - EXPONENT_OF_HALF : 0;
  }
}
