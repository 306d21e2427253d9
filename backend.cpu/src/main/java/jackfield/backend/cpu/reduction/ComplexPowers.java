package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Logarithms of sums of powers of e, of complex numbers. */
final class ComplexPowers {
  private final DType type;
  private double largest = Double.NEGATIVE_INFINITY; // these are written while rows are added
  private double real;
  private double imaginary;

  private ComplexPowers(DType type) {
    this.type = type;
  }

  /** Writes the logarithm of the sum of the elements that are reduced to one. */
  static void put(ReductionIterator it, long output, long input) {
    ComplexPowers powers = new ComplexPowers(it.inputType());
    it.forEachReducedRow(input, powers::findLargest);
    if (Double.isInfinite(powers.largest)) {
      powers.largest = 0;
    }
    it.forEachReducedRow(input, powers::add);
    double size = Math.log(Math.hypot(powers.real, powers.imaginary)) + powers.largest;
    Elements.putComplex(it.outputType(), output, size, Math.atan2(powers.imaginary, powers.real));
  }

  private void findLargest(long address, long step, long count) {
    for (long i = 0; i < count; i++) {
      largest = Math.max(largest, Elements.doubleAt(type, address + i * step));
    }
  }

  private void add(long address, long step, long count) {
    for (long i = 0; i < count; i++) {
      double power = Math.exp(Elements.doubleAt(type, address + i * step) - largest);
      double angle = Elements.imaginaryAt(type, address + i * step);
      real += angle == 0 ? power : power * Math.cos(angle);
      imaginary += angle == 0 ? 0 : power * Math.sin(angle);
    }
  }
}
