package jackfield.backend.cpu.loops.fold;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * The values that folds take from elements. A method with a number fills the blank {@link
 * Blank#apply}, and is named for its operation. Templates find such methods in their own package
 * only, so {@code first} and {@code mul} stand in {@code Arithmetic}, too.
 */
final class FoldedValues {
  private FoldedValues() {}

  static <E> Vector<E> first(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a;
  }

  static <E> Vector<E> mul(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.mul(b);
  }

  static <E> Vector<E> distance(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.sub(number);
  }

  static <E> Vector<E> productWithDistance(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.mul(b.sub(number));
  }

  static <E> Vector<E> squaredDistance(Vector<E> a, Vector<E> b, Vector<E> number) {
    Vector<E> distance = a.sub(number);
    return distance.mul(distance);
  }

  static <E> Vector<E> squareOf(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.mul(a);
  }

  static <E> Vector<E> magnitude(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.ABS);
  }

  /** Returns the number, 0 for NaN. */
  static <E> Vector<E> numberOrZero(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.blend(a.species().zero(), a.compare(VectorOperators.NE, a));
  }

  static Vector<Object> expBelowOne(Vector<Object> a, Vector<Object> b, Vector<Object> number) {
    return Blank.expBelowOne(a.sub(number));
  }

  static Vector<Object> expShifted(Vector<Object> a, Vector<Object> b, Vector<Object> number) {
    return Blank.exp(a.sub(number));
  }

  /** Returns the larger number, {@code b} where {@code a} is NaN. */
  static Vector<Object> larger(Vector<Object> a, Vector<Object> b) {
    return b.blend(a, a.compare(VectorOperators.GT, b));
  }
}
