package jackfield.tensor;

/**
 * A complex number, the argument type of kernels where a schema has {@code complex}.
 *
 * @param real the real part
 * @param imaginary the imaginary part
 */
public record Complex(double real, double imaginary) {
  /** Returns this number as a {@link Scalar}, its form in boxed calls. */
  public Scalar toScalar() {
    return Scalar.of(real, imaginary);
  }

  /** Returns the number in the form {@code 1.0+2.0j}. */
  @Override
  public String toString() {
    return toScalar().toString();
  }
}
