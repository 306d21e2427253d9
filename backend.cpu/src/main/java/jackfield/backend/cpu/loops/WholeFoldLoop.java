package jackfield.backend.cpu.loops;

/** A loop that folds elements without gaps to a whole number. */
@FunctionalInterface
public interface WholeFoldLoop {
  /** Runs the loop over {@code count} elements. */
  long run(long a, long count);
}
