package jackfield.kernel;

import jackfield.key.DispatchKey;

/**
 * What a dispatch table is built from. Reasons and providers are computed when requested.
 *
 * <p><em>Threads</em>: safe for all; the answers never change.
 */
public interface TableSource {
  /** Returns which kernel each slot uses. */
  TableShape shape();

  /** Returns the kernels that the numbers of the shape stand for, as a new array. */
  KernelFunction[] kernels();

  /** Returns the kernel of a slot, its provider and the reason. */
  Resolution resolution(int slot);

  /**
   * Returns the kernel registered for exactly {@code key}, which may be an alias, else the key's
   * fallback, else null.
   */
  Resolution registered(DispatchKey key);

  /** Returns the fallback of {@code key}, which is no alias, or null. */
  KernelFunction fallback(DispatchKey key);

  /** Returns the kernel that throws {@link NoSuchOperator} for an operator without a definition. */
  KernelFunction undefined();
}
