package jackfield.backend.cpu.loops.fold;

/** A loop that folds elements without gaps to a whole number. */
@FunctionalInterface
public interface WholeFoldLoop {
  /** Runs the loop over {@code count} elements. */
  long run(long a, long count);
}
