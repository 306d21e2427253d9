package jackfield.backend.cpu.reference.element;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** The order of real elements of one type. NaN counts as the largest, −0 equals 0. */
public record ElementOrder(DType type) {
  /** Compares the elements at two addresses. */
  public int compare(long a, long b) {
    if (isReal()) {
      double first = Elements.doubleAt(type, a);
      double second = Elements.doubleAt(type, b);
      return first == second ? 0 : Double.compare(first, second);
    }
    return Long.compare(Elements.longAt(type, a), Elements.longAt(type, b));
  }

  /** Returns whether the element at an address is NaN. */
  public boolean isNan(long address) {
    return isReal() && Double.isNaN(Elements.doubleAt(type, address));
  }

  /** Returns whether elements are floats, or the real parts of complex numbers, in order. */
  private boolean isReal() {
    return type.isFloating() || type.isComplex();
  }
}
