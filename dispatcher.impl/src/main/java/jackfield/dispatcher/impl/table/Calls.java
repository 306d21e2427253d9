package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;

/** The kernels that fail a call without a usable kernel; one of each for all operators. */
public interface Calls {
  /** Returns the kernel of keys without a kernel, transparent ones included. */
  KernelFunction missing();

  /**
   * Returns the kernel of AutogradOther while a composite kernel and a backend's kernel conflict.
   */
  KernelFunction ambiguous();

  /**
   * Returns the kernel of all keys of an operator without registrations, and of requests for the
   * schema of one without a definition.
   */
  KernelFunction undefined();
}
