package jackfield.backend.cpu.loops;

import jackfield.tensor.Scalar;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;

/**
 * What templates call; never run, since a copy has the bodies of other methods in the place of
 * these calls. The element type of a template is any.
 */
@SuppressWarnings("DoNotCallSuggester") // templates do call them, in their source
final class Blank {
  private Blank() {}

  /** Returns what the operation makes of a vector of each input and of the number in all lanes. */
  static Vector<Object> apply(Vector<Object> a, Vector<Object> b, Vector<Object> number) {
    throw unfilled();
  }

  /** Returns what the operation finds out about a vector of each input. */
  static VectorMask<Object> test(Vector<Object> a, Vector<Object> b) {
    throw unfilled();
  }

  /** Returns the elements at {@code address}. */
  static Vector<Object> load(long address) {
    throw unfilled();
  }

  /** Returns the elements at {@code address} where {@code mask} is set, 0 elsewhere. */
  static Vector<Object> load(long address, VectorMask<Object> mask) {
    throw unfilled();
  }

  /** Returns a vector of {@code number} in every lane, converted as C does. */
  static Vector<Object> broadcast(Scalar number) {
    throw unfilled();
  }

  /** Returns a vector of {@code number} in every lane; of floating-point types only. */
  static Vector<Object> broadcast(double number) {
    throw unfilled();
  }

  /** Returns a vector of the number at an address in every lane; of floating-point types only. */
  static Vector<Object> broadcastAt(long address) {
    throw unfilled();
  }

  /** Returns the sum of all lanes; of floating-point types only. */
  static double sum(Vector<Object> vector) {
    throw unfilled();
  }

  /** Returns the greatest of all lanes, NaN if one is; of floating-point types only. */
  static double max(Vector<Object> vector) {
    throw unfilled();
  }

  private static IllegalStateException unfilled() {
    return new IllegalStateException("a template is used by its copies only");
  }
}
