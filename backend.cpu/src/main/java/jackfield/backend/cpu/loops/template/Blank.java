package jackfield.backend.cpu.loops.template;

import jackfield.tensor.Scalar;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;

/**
 * The blanks of templates: methods that are never run, since a copy of a template has the bodies of
 * other methods in place of these calls. The element type of a template is unspecified.
 */
@SuppressWarnings("DoNotCallSuggester") // templates do call these methods in their source
public final class Blank {
  private Blank() {}

  /** Returns the operation's result for a vector of each input and a vector of the number. */
  public static Vector<Object> apply(Vector<Object> a, Vector<Object> b, Vector<Object> number) {
    throw unfilled();
  }

  /** Returns the operation's result for a vector of each input and of each number. */
  public static Vector<Object> apply(
      Vector<Object> a,
      Vector<Object> b,
      Vector<Object> c,
      Vector<Object> first,
      Vector<Object> second,
      Vector<Object> third) {
    throw unfilled();
  }

  /** Returns the operation's result for a vector of each input, as a mask. */
  public static VectorMask<Object> test(Vector<Object> a, Vector<Object> b) {
    throw unfilled();
  }

  /** Returns the elements at {@code address}. */
  public static Vector<Object> load(long address) {
    throw unfilled();
  }

  /** Returns the elements at {@code address} where {@code mask} is set, 0 elsewhere. */
  public static Vector<Object> load(long address, VectorMask<Object> mask) {
    throw unfilled();
  }

  /** Returns a vector with {@code number}, converted as C does, in every lane. */
  public static Vector<Object> broadcast(Scalar number) {
    throw unfilled();
  }

  /** Returns a vector with {@code number} in every lane; for floating-point types only. */
  public static Vector<Object> broadcast(double number) {
    throw unfilled();
  }

  /** Returns a vector with the element at an address in every lane. */
  public static Vector<Object> broadcastAt(long address) {
    throw unfilled();
  }

  /** Returns lane 0; for floating-point types only. */
  public static double first(Vector<Object> vector) {
    throw unfilled();
  }

  /** Returns the maximum of all lanes, NaN if one is NaN; for floating-point types only. */
  public static double max(Vector<Object> vector) {
    throw unfilled();
  }

  /** Returns the minimum of all lanes, NaN if one is NaN; for floating-point types only. */
  public static double min(Vector<Object> vector) {
    throw unfilled();
  }

  /**
   * Returns a vector with the least number from which on all numbers are whole in every lane; for
   * floating-point types only.
   */
  public static Vector<Object> leastWhole() {
    throw unfilled();
  }

  /**
   * Returns {@code magnitude}, which has no negative sign, with the signs of {@code sign}; for
   * floating-point types only.
   */
  public static Vector<Object> copySign(Vector<Object> magnitude, Vector<Object> sign) {
    throw unfilled();
  }

  /**
   * Returns e to the power of each lane; for floating-point types only. The result of float32 has
   * the same bits in the interpreter and in compiled code.
   */
  public static Vector<Object> exp(Vector<Object> exponent) {
    throw unfilled();
  }

  /**
   * Returns e to the power of each lane, none of which is above 0. Results of float32 that are
   * below the least normal number may be 0. For floating-point types only.
   */
  public static Vector<Object> expBelowOne(Vector<Object> exponent) {
    throw unfilled();
  }

  /** Returns 2 to the power of each lane; for floating-point types only. */
  public static Vector<Object> exp2(Vector<Object> exponent) {
    throw unfilled();
  }

  /**
   * Returns 2 to the power of each lane, none of which is above 0 or below −127; 0 where the result
   * is below the least normal number; for float32 only. The relative error is at most 1e-7.
   */
  public static Vector<Object> decay(Vector<Object> exponent) {
    throw unfilled();
  }

  /**
   * Returns the magnitude of each lane, {@code limit} for larger ones and NaN; for float32 only.
   */
  public static Vector<Object> magnitude(Vector<Object> number, double limit) {
    throw unfilled();
  }

  /** Returns the logarithm to the base 2 of each lane; for floating-point types only. */
  public static Vector<Object> log2(Vector<Object> number) {
    throw unfilled();
  }

  /** Returns a normal positive number's fraction, from 1/2 on and below 1; for float64 only. */
  public static Vector<Object> fraction(Vector<Object> number) {
    throw unfilled();
  }

  /** Returns x for a normal positive number from 2^x on and below 2^(x + 1); for float64 only. */
  public static Vector<Object> exponent(Vector<Object> number) {
    throw unfilled();
  }

  private static IllegalStateException unfilled() {
    return new IllegalStateException("a template is used by its copies only");
  }
}
