package jackfield.spi;

import jackfield.kernel.KernelSource;
import jackfield.key.DispatchKey;

/**
 * The forms of one operator that share a kernel's body: functional, in-place and {@code out=}. The
 * operator library computes shapes and types, allocates the output and checks the arguments. A
 * backend only writes the loop.
 *
 * @param <B> the body's functional interface
 */
public interface StructuredType<B> {
  /** Registers a kernel made from {@code body} for each form, at {@code key}. */
  default void register(KernelRegistrar kernels, DispatchKey key, B body) {
    register(kernels, key, _ -> body, 0);
  }

  /**
   * Registers a kernel for each form, at {@code key}. The kernels are made when they are first
   * needed.
   *
   * @param bodies makes the body
   * @param number the number that {@code bodies} gets
   */
  void register(KernelRegistrar kernels, DispatchKey key, KernelSource bodies, int number);
}
