package jackfield.kernel;

/**
 * Makes kernels by their numbers. A kernel is made when a dispatch table first holds it or it first
 * runs, so that a start of the platform loads the classes of few kernels.
 *
 * <p><em>Threads</em>: called by any thread, at most once for each registered kernel, and perhaps
 * while the dispatcher changes tables. So it must not register, request operators or wait.
 */
@FunctionalInterface
public interface KernelSource {
  /**
   * Returns a kernel of the interface of the operator for which the number was registered.
   *
   * @param number the number at its registration
   */
  Object kernel(int number);
}
