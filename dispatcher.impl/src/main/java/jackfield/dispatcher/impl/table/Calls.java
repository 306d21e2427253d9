package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;

/** The kernels that report a call which nobody can serve; one of each for all operators. */
public interface Calls {
  /** Returns the kernel of keys that nobody serves. */
  KernelFunction missing();

  /**
   * Returns the kernel of AutogradOther while a composite kernel and a backend's exclude each
   * other.
   */
  KernelFunction ambiguous();

  /** Returns the kernel of all keys while nothing is registered. */
  KernelFunction undefined();
}
