package jackfield.backend.cpu.loops.quotient;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Rounded quotients and their remainders, as operations of {@link QuotientLoop}. They fill the
 * blank {@link Blank#apply} and are exact for quotients below {@link #isExact}; the number is 1.
 *
 * <p>The rounded quotient of magnitudes is the whole one or, if the division rounds up, that plus
 * 1. Each has fewer bits than the type, so a fused product gives the exact remainder, which is
 * negative in the second case.
 */
final class Quotients {
  private Quotients() {}

  private static Vector<Object> abs(Vector<Object> a) {
    return a.lanewise(VectorOperators.ABS);
  }

  /** Returns where the methods are exact; not where the quotient is NaN or infinite. */
  static VectorMask<Object> isExact(Vector<Object> a, Vector<Object> b) {
    Vector<Object> most = Blank.leastWhole().mul(Blank.broadcast(0.25));
    return abs(a).div(abs(b)).compare(VectorOperators.LT, most);
  }

  /** Returns the quotient of magnitudes rounded down, or that plus 1 where it is almost whole. */
  private static Vector<Object> whole(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> quotient = abs(a).div(abs(b));
    Vector<Object> limit = Blank.leastWhole();
    Vector<Object> near = quotient.add(limit).sub(limit);
    return near.blend(near.sub(one), near.compare(VectorOperators.GT, quotient));
  }

  /** Returns the magnitude of {@code a} less that many magnitudes of {@code b}. */
  private static Vector<Object> rest(Vector<Object> a, Vector<Object> b, Vector<Object> whole) {
    Vector<Object> zero = Blank.broadcast(0.0);
    Vector<Object> rest = abs(b).lanewise(VectorOperators.FMA, whole.neg(), abs(a));
    return rest.blend(abs(a), whole.compare(VectorOperators.EQ, zero)); // b may be infinite
  }

  private static VectorMask<Object> isNegative(Vector<Object> a) {
    return a.compare(VectorOperators.LT, Blank.broadcast(0.0));
  }

  /** Returns the remainder with the sign of {@code a}. */
  static Vector<Object> fmod(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> rest = rest(a, b, whole(a, b, one));
    return Blank.copySign(rest.blend(rest.add(abs(b)), isNegative(rest)), a);
  }

  /** Returns where a remainder is not 0 and has another sign than the divisor. */
  private static VectorMask<Object> isBeyond(Vector<Object> remainder, Vector<Object> b) {
    return isNegative(remainder)
        .xor(isNegative(b))
        .and(remainder.compare(VectorOperators.NE, Blank.broadcast(0.0)));
  }

  /** Returns the remainder with the sign of {@code b}. */
  static Vector<Object> remainder(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> remainder = fmod(a, b, one);
    return remainder.blend(remainder.add(b), isBeyond(remainder, b));
  }

  /** Returns the quotient rounded down, 0 with the sign of the quotient. */
  static Vector<Object> floorDivide(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    Vector<Object> near = whole(a, b, one);
    Vector<Object> rest = rest(a, b, near);
    Vector<Object> quotient = Blank.copySign(near.blend(near.sub(one), isNegative(rest)), a.div(b));
    return quotient.blend(quotient.sub(one), isBeyond(fmod(a, b, one), b));
  }
}
