package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for float32. */
public final class FloatLanes {
  public static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private static final float EXP_IS_ZERO = -104f;
  private static final float EXP_IS_INFINITE = 89f;
  private static final float EXP_IS_TINY = -88f; // it is 2^−127 times a number near 1
  private static final float EXP2_IS_ZERO = -151f;
  private static final float EXP2_IS_INFINITE = 129f;
  private static final float LOG2_E = 1.442695f;
  private static final float LN2 = 0.6931472f;
  private static final float LN2_REST = -1.9046542e-9f;
  private static final float ROUNDER = 0x1.8p23f + 127; // adding it rounds to a whole number
  private static final int ROUNDER_BITS = 0x4b400000; // of 0x1.8p23
  private static final int ROOT_HALF_BITS = 0x3f3504f3; // of the root of 1/2
  private static final int ONE_LESS_ROOT = 0x3f800000 - ROOT_HALF_BITS;
  private static final int MANTISSA_BITS = 23;
  private static final int BIAS = 127;

  private FloatLanes() {}

  public static Vector<Float> load(long address) {
    return FloatVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Float> load(long address, VectorMask<Float> mask) {
    return MaskedLoads.floats(address, mask);
  }

  public static Vector<Float> broadcast(Scalar number) {
    return FloatVector.broadcast(SPECIES, (float) number.toDouble());
  }

  public static Vector<Float> broadcast(double number) {
    return FloatVector.broadcast(SPECIES, (float) number);
  }

  public static Vector<Float> broadcastAt(long address) {
    return FloatVector.broadcast(SPECIES, HostBytes.floatAt(address));
  }

  public static double first(Vector<Float> vector) {
    return ((FloatVector) vector).lane(0);
  }

  public static double max(Vector<Float> vector) {
    return ((FloatVector) vector).reduceLanes(VectorOperators.MAX);
  }

  public static double min(Vector<Float> vector) {
    return ((FloatVector) vector).reduceLanes(VectorOperators.MIN);
  }

  public static Vector<Float> leastWhole() {
    return FloatVector.broadcast(SPECIES, 0x1p23f);
  }

  public static Vector<Float> copySign(Vector<Float> magnitude, Vector<Float> sign) {
    return magnitude
        .reinterpretAsInts()
        .or(sign.reinterpretAsInts().and(Integer.MIN_VALUE))
        .reinterpretAsFloats();
  }

  /**
   * Returns 2^n · e^r for r = x − n · ln 2, with e^r as a polynomial. The compiler's own
   * exponential is a call, for which all vectors of a loop are saved. Adding {@link #ROUNDER}
   * leaves n + 127 in the lowest bits. Not each 2^n is a float, so two factors of about 2^(n / 2)
   * are multiplied. The polynomial interpolates at Chebyshev's nodes, with a relative error of
   * 1e-8.
   */
  public static Vector<Float> exp(Vector<Float> exponent) {
    FloatVector given = (FloatVector) exponent;
    FloatVector low = given.blend(EXP_IS_ZERO, given.compare(VectorOperators.LT, EXP_IS_ZERO));
    FloatVector x = low.blend(EXP_IS_INFINITE, low.compare(VectorOperators.GT, EXP_IS_INFINITE));
    FloatVector shifted =
        x.fma(FloatVector.broadcast(SPECIES, LOG2_E), FloatVector.broadcast(SPECIES, ROUNDER));
    FloatVector n = shifted.sub(ROUNDER);
    FloatVector near = n.fma(FloatVector.broadcast(SPECIES, -LN2), x);
    FloatVector r = n.fma(FloatVector.broadcast(SPECIES, -LN2_REST), near);
    FloatVector sum = FloatVector.broadcast(SPECIES, 0.0013926268f);
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.008363247f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.041666552f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.16666576f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.5f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 1f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 1f));
    IntVector biased = shifted.reinterpretAsInts().sub(ROUNDER_BITS);
    IntVector half = biased.lanewise(VectorOperators.ASHR, 1);
    FloatVector first = half.add(64).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
    FloatVector second =
        biased.sub(half).add(63).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
    return sum.mul(first).mul(second);
  }

  /** Computes as {@link #exp} does. One factor is enough, since all 2^n are normal or 0. */
  public static Vector<Float> expBelowOne(Vector<Float> exponent) {
    FloatVector given = (FloatVector) exponent;
    FloatVector x = given.blend(EXP_IS_TINY, given.compare(VectorOperators.LT, EXP_IS_TINY));
    FloatVector shifted =
        x.fma(FloatVector.broadcast(SPECIES, LOG2_E), FloatVector.broadcast(SPECIES, ROUNDER));
    FloatVector n = shifted.sub(ROUNDER);
    FloatVector near = n.fma(FloatVector.broadcast(SPECIES, -LN2), x);
    FloatVector r = n.fma(FloatVector.broadcast(SPECIES, -LN2_REST), near);
    FloatVector sum = FloatVector.broadcast(SPECIES, 0.0013926268f);
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.008363247f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.041666552f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.16666576f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.5f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 1f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 1f));
    IntVector power = shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23);
    return sum.mul(power.reinterpretAsFloats());
  }

  /** Returns 2^n · e^(r · ln 2) for a whole n, as {@link #exp} does. */
  public static Vector<Float> exp2(Vector<Float> exponent) {
    FloatVector given = (FloatVector) exponent;
    FloatVector low = given.blend(EXP2_IS_ZERO, given.compare(VectorOperators.LT, EXP2_IS_ZERO));
    FloatVector x = low.blend(EXP2_IS_INFINITE, low.compare(VectorOperators.GT, EXP2_IS_INFINITE));
    FloatVector shifted = x.add(ROUNDER);
    FloatVector r = x.sub(shifted.sub(ROUNDER)).mul(LN2);
    FloatVector sum = FloatVector.broadcast(SPECIES, 0.0013926268f);
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.008363247f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.041666552f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.16666576f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.5f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 1f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 1f));
    IntVector biased = shifted.reinterpretAsInts().sub(ROUNDER_BITS);
    IntVector half = biased.lanewise(VectorOperators.ASHR, 1);
    FloatVector first = half.add(64).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
    FloatVector second =
        biased.sub(half).add(63).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
    return sum.mul(first).mul(second);
  }

  public static Vector<Float> magnitude(Vector<Float> number, double limit) {
    return number
        .reinterpretAsInts()
        .and(Integer.MAX_VALUE)
        .lanewise(VectorOperators.MIN, Float.floatToRawIntBits((float) limit))
        .reinterpretAsFloats();
  }

  /** Returns 2^n · 2^r for a whole n. One factor is enough, as all 2^n are normal or 0. */
  public static Vector<Float> decay(Vector<Float> exponent) {
    FloatVector x = (FloatVector) exponent;
    FloatVector shifted = x.add(ROUNDER);
    FloatVector r = x.sub(shifted.sub(ROUNDER));
    FloatVector sum = FloatVector.broadcast(SPECIES, 0.0013264664f);
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.009671512f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.05550734f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.24022242f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 0.693147f));
    sum = sum.fma(r, FloatVector.broadcast(SPECIES, 1f));
    IntVector power = shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23);
    return sum.mul(power.reinterpretAsFloats());
  }

  /**
   * Returns n + ln(m) / ln 2 for x = 2^n · m, with m between the roots of 1/2 and 2, so that powers
   * of 2 have exact logarithms. Numbers from 0 to the least normal one are multiplied by 2^23.
   */
  public static Vector<Float> log2(Vector<Float> number) {
    FloatVector x = (FloatVector) number;
    VectorMask<Float> isSmall = x.compare(VectorOperators.LT, Float.MIN_NORMAL);
    IntVector bits = x.blend(x.mul(0x1p23f), isSmall).reinterpretAsInts();
    IntVector shifted = bits.add(ONE_LESS_ROOT);
    FloatVector m = shifted.and((1 << MANTISSA_BITS) - 1).add(ROOT_HALF_BITS).reinterpretAsFloats();
    IntVector biased = shifted.lanewise(VectorOperators.LSHR, MANTISSA_BITS);
    FloatVector n = biased.add(ROUNDER_BITS - BIAS).reinterpretAsFloats().sub(0x1.8p23f);
    FloatVector whole = n.blend(n.sub(MANTISSA_BITS), isSmall);
    FloatVector log =
        m.lanewise(VectorOperators.LOG).fma(FloatVector.broadcast(SPECIES, LOG2_E), whole);
    FloatVector finite = log.blend(x, x.compare(VectorOperators.LT, Float.POSITIVE_INFINITY).not());
    return finite
        .blend(Float.NEGATIVE_INFINITY, x.compare(VectorOperators.EQ, 0f))
        .blend(Float.NaN, x.compare(VectorOperators.LT, 0f));
  }
}
