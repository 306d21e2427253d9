package jackfield.backend.cpu.reference.loops;

/** A function of three complex numbers, each given by its real and its imaginary part. */
@FunctionalInterface
public interface ComplexTernary {
  /** Writes the value of the function to {@code result}. */
  void apply(Complex result, double a, double ai, double b, double bi, double c, double ci);
}
