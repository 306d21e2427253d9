package jackfield.kernel;

/**
 * Makes kernels by their numbers. A kernel is made when a dispatch table first holds it or it first
 * runs, so that a start of the platform loads the classes of few kernels.
 *
 * <p><em>Threads</em>: called by any thread, and perhaps while the dispatcher changes tables. So it
 * must not register, request operators or wait. It is called again for the same kernel only if it
 * failed or two threads need the kernel at the same time; the dispatcher uses one of the results.
 */
@FunctionalInterface
public interface KernelSource {
  /**
   * Returns a kernel of the interface of the operator for which the number was registered. If it
   * throws, a commit that adds the kernel to an operator in use is refused; later, only calls of
   * this kernel fail.
   *
   * @param number the number at its registration
   */
  Object kernel(int number);
}
