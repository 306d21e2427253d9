package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for float64. */
public final class DoubleLanes {
  public static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

  private static final double EXP2_IS_ZERO = -1076;
  private static final double EXP2_IS_INFINITE = 1025;
  private static final double LN2 = 0.6931471805599453;
  private static final double LOG2_E = 1.4426950408889634;
  private static final double ROUNDER = 0x1.8p52 + 1023; // adding it rounds to a whole number
  private static final long ROUNDER_BITS = 0x4338000000000000L; // of 0x1.8p52
  private static final long ROOT_HALF_BITS = 0x3fe6a09e667f3bcdL; // of the root of 1/2
  private static final long ONE_LESS_ROOT = 0x3ff0000000000000L - ROOT_HALF_BITS;
  private static final int MANTISSA_BITS = 52;
  private static final int BIAS = 1023;

  private DoubleLanes() {}

  public static Vector<Double> load(long address) {
    return DoubleVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Double> load(long address, VectorMask<Double> mask) {
    return MaskedLoads.doubles(address, mask);
  }

  public static Vector<Double> broadcast(Scalar number) {
    return DoubleVector.broadcast(SPECIES, number.toDouble());
  }

  public static Vector<Double> broadcast(double number) {
    return DoubleVector.broadcast(SPECIES, number);
  }

  public static Vector<Double> broadcastAt(long address) {
    return DoubleVector.broadcast(SPECIES, HostBytes.doubleAt(address));
  }

  public static double first(Vector<Double> vector) {
    return ((DoubleVector) vector).lane(0);
  }

  public static double max(Vector<Double> vector) {
    return ((DoubleVector) vector).reduceLanes(VectorOperators.MAX);
  }

  public static double min(Vector<Double> vector) {
    return ((DoubleVector) vector).reduceLanes(VectorOperators.MIN);
  }

  public static Vector<Double> leastWhole() {
    return DoubleVector.broadcast(SPECIES, 0x1p52);
  }

  public static Vector<Double> copySign(Vector<Double> magnitude, Vector<Double> sign) {
    return magnitude
        .reinterpretAsLongs()
        .or(sign.reinterpretAsLongs().and(Long.MIN_VALUE))
        .reinterpretAsDoubles();
  }

  public static Vector<Double> exp(Vector<Double> exponent) {
    return ((DoubleVector) exponent).lanewise(VectorOperators.EXP);
  }

  public static Vector<Double> expBelowOne(Vector<Double> exponent) {
    return ((DoubleVector) exponent).lanewise(VectorOperators.EXP);
  }

  /** Returns 2^n · e^(r · ln 2) for a whole n, as {@link FloatLanes#exp2} does. */
  public static Vector<Double> exp2(Vector<Double> exponent) {
    DoubleVector given = (DoubleVector) exponent;
    DoubleVector low = given.blend(EXP2_IS_ZERO, given.compare(VectorOperators.LT, EXP2_IS_ZERO));
    DoubleVector x = low.blend(EXP2_IS_INFINITE, low.compare(VectorOperators.GT, EXP2_IS_INFINITE));
    DoubleVector shifted = x.add(ROUNDER);
    DoubleVector part = x.sub(shifted.sub(ROUNDER)).mul(LN2).lanewise(VectorOperators.EXP);
    LongVector biased = shifted.reinterpretAsLongs().sub(ROUNDER_BITS);
    LongVector half = biased.lanewise(VectorOperators.LSHR, 1);
    LongVector rest = biased.sub(half);
    DoubleVector first = half.add(512).lanewise(VectorOperators.LSHL, 52).reinterpretAsDoubles();
    DoubleVector second = rest.add(511).lanewise(VectorOperators.LSHL, 52).reinterpretAsDoubles();
    return part.mul(first).mul(second);
  }

  /** Returns n + ln(m) / ln 2 for x = 2^n · m, as {@link FloatLanes#log2} does. */
  public static Vector<Double> log2(Vector<Double> number) {
    DoubleVector x = (DoubleVector) number;
    VectorMask<Double> isSmall = x.compare(VectorOperators.LT, Double.MIN_NORMAL);
    LongVector bits = x.blend(x.mul(0x1p52), isSmall).reinterpretAsLongs();
    LongVector shifted = bits.add(ONE_LESS_ROOT);
    DoubleVector m =
        shifted.and((1L << MANTISSA_BITS) - 1).add(ROOT_HALF_BITS).reinterpretAsDoubles();
    LongVector biased = shifted.lanewise(VectorOperators.LSHR, MANTISSA_BITS);
    DoubleVector n = biased.add(ROUNDER_BITS - BIAS).reinterpretAsDoubles().sub(0x1.8p52);
    DoubleVector whole = n.blend(n.sub(MANTISSA_BITS), isSmall);
    DoubleVector log =
        m.lanewise(VectorOperators.LOG).fma(DoubleVector.broadcast(SPECIES, LOG2_E), whole);
    DoubleVector finite =
        log.blend(x, x.compare(VectorOperators.LT, Double.POSITIVE_INFINITY).not());
    return finite
        .blend(Double.NEGATIVE_INFINITY, x.compare(VectorOperators.EQ, 0.0))
        .blend(Double.NaN, x.compare(VectorOperators.LT, 0.0));
  }

  public static Vector<Double> fraction(Vector<Double> number) {
    return number
        .reinterpretAsLongs()
        .and((1L << MANTISSA_BITS) - 1)
        .or((long) (BIAS - 1) << MANTISSA_BITS)
        .reinterpretAsDoubles();
  }

  public static Vector<Double> exponent(Vector<Double> number) {
    return number
        .reinterpretAsLongs()
        .lanewise(VectorOperators.LSHR, MANTISSA_BITS)
        .add(ROUNDER_BITS - BIAS)
        .reinterpretAsDoubles()
        .sub(0x1.8p52);
  }
}
