package jackfield.backend.cpu.reference.loops;

/** A function of the complex numbers {@code a + bi} and {@code c + di}. */
@FunctionalInterface
public interface ComplexBinary {
  /** Writes the value of the function to {@code result}. */
  void apply(Complex result, double a, double b, double c, double d);
}
