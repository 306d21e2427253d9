package jackfield.kernel;

/**
 * Hooks of a dispatcher for the calls of an operator. A dispatch table consults them when it is
 * built and when a kernel fails.
 */
public interface CallWatch {
  /** Returns whether the operator's calls are observed. */
  boolean isObserving();

  /**
   * Returns the kernel that calls run; redispatches run the kernel of {@code resolution} itself.
   * The result notifies the observers and runs that kernel, or it is that kernel.
   */
  KernelFunction observed(Resolution resolution);

  /**
   * Receives a failure of a kernel that is not an error of the platform's own.
   *
   * @param thrown the exception; not to be kept, since it may hold classes of a bundle
   */
  void failed(KernelFailure failure, Throwable thrown);
}
