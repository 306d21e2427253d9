package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.lang.invoke.MethodHandles;

/**
 * A template of conversions. A copy has one pair of types, so the compiler removes all branches but
 * one of each method. Comparisons take the place of a switch, whose table is no constant.
 */
final class ConversionLoop implements Conversion {
  private static final DType FROM = Template.type(MethodHandles.lookup(), 1);
  private static final DType TO = Template.type(MethodHandles.lookup(), 2);

  private static final boolean IS_FLOATING = FROM.isFloating();
  private static final boolean IS_COMPLEX = FROM.isComplex();
  private static final int QUIET = 0x40; // the bit that makes a bfloat16 NaN a quiet one
  private static final int HALF = 0x7FFF;

  ConversionLoop() {}

  @Override
  public void run(long from, long fromStep, long to, long toStep, long count) {
    long end = from + count * fromStep;
    if (fromStep == 0) {
      for (long i = 0; i < count; i++) {
        convert(from, to + i * toStep);
      }
    } else {
      for (long at = from, out = to; at != end; at += fromStep, out += toStep) {
        convert(at, out);
      }
    }
  }

  private static void convert(long from, long to) {
    if (IS_COMPLEX) {
      Elements.putComplex(TO, to, Elements.doubleAt(FROM, from), Elements.imaginaryAt(FROM, from));
    } else if (IS_FLOATING) {
      put(to, doubleAt(from));
    } else {
      put(to, longAt(from));
    }
  }

  private static double doubleAt(long at) {
    if (FROM == DType.FLOAT32) {
      return HostBytes.floatAt(at);
    }
    if (FROM == DType.FLOAT64) {
      return HostBytes.doubleAt(at);
    }
    if (FROM == DType.FLOAT16) {
      return Float.float16ToFloat(HostBytes.shortAt(at));
    }
    return Float.intBitsToFloat(HostBytes.shortAt(at) << Short.SIZE);
  }

  private static long longAt(long at) {
    if (FROM == DType.INT64) {
      return HostBytes.longAt(at);
    }
    return FROM == DType.INT32 ? HostBytes.intAt(at) : Elements.longAt(FROM, at);
  }

  private static void put(long to, double value) {
    if (TO == DType.FLOAT32) {
      HostBytes.putFloat(to, (float) value);
    } else if (TO == DType.FLOAT64) {
      HostBytes.putDouble(to, value);
    } else if (TO == DType.FLOAT16) {
      HostBytes.putShort(to, Float.floatToFloat16((float) value));
    } else if (TO == DType.BFLOAT16) {
      HostBytes.putShort(to, bfloat16((float) value));
    } else if (TO == DType.INT64) {
      HostBytes.putLong(to, (long) value);
    } else if (TO == DType.INT32) {
      HostBytes.putInt(to, (int) (long) value);
    } else {
      Elements.putDouble(TO, to, value);
    }
  }

  private static void put(long to, long value) {
    if (TO == DType.FLOAT32) {
      HostBytes.putFloat(to, (float) value);
    } else if (TO == DType.FLOAT64) {
      HostBytes.putDouble(to, (double) value);
    } else if (TO == DType.INT64) {
      HostBytes.putLong(to, value);
    } else if (TO == DType.INT32) {
      HostBytes.putInt(to, (int) value);
    } else {
      Elements.putLong(TO, to, value);
    }
  }

  /** Rounds to the nearest bfloat16, halves to the even one; NaN stays NaN. */
  private static short bfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int upper = bits >>> Short.SIZE;
    return (short)
        (Float.isNaN(value) ? upper | QUIET : (bits + HALF + (upper & 1)) >>> Short.SIZE);
  }
}
