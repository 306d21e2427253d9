package jackfield.tensor;

/**
 * A complex number, as kernels take it where a schema says {@code complex}.
 *
 * @param real the real part
 * @param imaginary the imaginary part
 */
public record Complex(double real, double imaginary) {
  /** Returns this number as a {@link Scalar}, the form in which boxed calls carry it. */
  public Scalar toScalar() {
    return Scalar.of(real, imaginary);
  }

  /** Returns the number in the form {@code 1.0+2.0j}. */
  @Override
  public String toString() {
    return toScalar().toString();
  }
}
