package jackfield.backend.cpu.reference.resampling;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** A weighted sum of elements in double precision; of booleans, whether one is true. */
final class ElementSum {
  private final DType type;
  private double real;
  private double imaginary;

  ElementSum(DType type) {
    this.type = type;
  }

  void clear() {
    real = 0;
    imaginary = 0;
  }

  void add(long address, double weight) {
    real += weight * Elements.doubleAt(type, address);
    if (type.isComplex()) {
      imaginary += weight * Elements.imaginaryAt(type, address);
    }
  }

  void store(long address) {
    switch (type.category()) {
      case BOOLEAN -> Elements.putLong(type, address, real != 0 ? 1 : 0);
      case COMPLEX -> Elements.putComplex(type, address, real, imaginary);
      default -> Elements.putDouble(type, address, real);
    }
  }
}
