package jackfield.backend.cpu.reference.loops;

/** A function of three integers. */
@FunctionalInterface
public interface LongTernary {
  /** Computes the function. */
  long apply(long a, long b, long c);
}
