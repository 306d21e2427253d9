package jackfield.backend.cpu.reference.loops;

/** A function of one complex number. */
@FunctionalInterface
public interface ComplexUnary {
  /** Writes the value of the function to {@code result}. */
  void apply(Complex result, double a, double b);
}
