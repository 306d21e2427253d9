package jackfield.spi;

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
  void register(KernelRegistrar kernels, DispatchKey key, B body);
}
