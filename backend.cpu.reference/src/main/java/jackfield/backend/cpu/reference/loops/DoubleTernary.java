package jackfield.backend.cpu.reference.loops;

/** A function of three floats. */
@FunctionalInterface
public interface DoubleTernary {
  /** Computes the function. */
  double apply(double a, double b, double c);
}
