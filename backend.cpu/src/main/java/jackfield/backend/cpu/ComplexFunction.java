package jackfield.backend.cpu;

/** A function of complex numbers that an elementwise operator computes. */
@FunctionalInterface
interface ComplexFunction {
  /**
   * Returns the result.
   *
   * @param a the element of the first input
   * @param b the element of the second input; of the first if there is only one
   * @param number the operator's number argument
   */
  Complex apply(Complex a, Complex b, Complex number);
}
