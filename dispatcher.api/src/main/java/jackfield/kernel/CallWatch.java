package jackfield.kernel;

/**
 * What a dispatcher makes of the calls of an operator: its tables ask when they are built, and tell
 * of failures.
 */
public interface CallWatch {
  /** Returns whether anybody is told of the operator's calls. */
  boolean isObserving();

  /**
   * Returns the kernel that calls run, as opposed to those who go on below: one that tells the
   * observers and runs the kernel of {@code resolution}, or that kernel itself.
   */
  KernelFunction observed(Resolution resolution);

  /**
   * Hears that a kernel threw what is not an error of the platform's own.
   *
   * @param thrown what it threw; not to be kept, since it may hold the classes of a bundle
   */
  void failed(KernelFailure failure, Throwable thrown);
}
