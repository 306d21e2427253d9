package jackfield.backend.cpu.reference;

/** A function of the complex numbers {@code a + bi} and {@code c + di}. */
@FunctionalInterface
interface ComplexBinary {
  void apply(Complex result, double a, double b, double c, double d);
}
