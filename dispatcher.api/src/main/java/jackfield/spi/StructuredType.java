package jackfield.spi;

import jackfield.key.DispatchKey;

/**
 * The forms of one operator that share a kernel's body: functional, in-place and {@code out=}. The
 * rule for shapes and types, the output's allocation and the checks are the operator library's, so
 * that a backend writes the loop and nothing else.
 *
 * @param <B> the body's functional interface
 */
public interface StructuredType<B> {
  /** Registers a kernel made from {@code body} for each form, at {@code key}. */
  void register(KernelRegistrar kernels, DispatchKey key, B body);
}
