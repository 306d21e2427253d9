package jackfield.backend.cpu.reference;

/** A function of one complex number. */
@FunctionalInterface
interface ComplexUnary {
  void apply(Complex result, double a, double b);
}
