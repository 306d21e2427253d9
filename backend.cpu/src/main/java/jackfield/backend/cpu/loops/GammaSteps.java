package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * What the steps of {@link LogGamma} and {@link Digamma} have in common: the place in the
 * polynomial, its end, and the numbers that are reflected. The letters are those of {@link
 * LogGamma}.
 */
final class GammaSteps {
  private static final double LAST = 7; // the largest y of the polynomials

  private GammaSteps() {}

  /** Returns y, which is at least −1/2: a − 1, or −a where {@code a} is reflected. */
  static Vector<Object> above(Vector<Object> a) {
    return a.sub(Blank.broadcast(1.0)).blend(a.neg(), isReflected(a));
  }

  /** Returns which numbers are below 1/2, and computed from those above it. */
  static VectorMask<Object> isReflected(Vector<Object> a) {
    return a.compare(VectorOperators.LT, Blank.broadcast(0.5));
  }

  /** Returns u for y. */
  static Vector<Object> place(Vector<Object> y) {
    return y.sub(Blank.broadcast(1.0)).div(y.add(Blank.broadcast(3.0)));
  }

  /** Returns a value beyond the end of the polynomial or, before it, its own value. */
  static Vector<Object> joined(Vector<Object> y, Vector<Object> far, Vector<Object> near) {
    return far.blend(near, y.compare(VectorOperators.LE, Blank.broadcast(LAST)));
  }
}
