package jackfield.backend.cpu;

/** What an elementwise operator makes of complex numbers. */
@FunctionalInterface
interface ComplexFunction {
  /**
   * Returns the result.
   *
   * @param a the element of the first input
   * @param b the element of the second input, or of the first again
   * @param number the number that is the same for all elements
   */
  Complex apply(Complex a, Complex b, Complex number);
}
