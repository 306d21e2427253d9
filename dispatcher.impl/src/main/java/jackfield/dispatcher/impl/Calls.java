package jackfield.dispatcher.impl;

import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.OperatorName;

/** The kernels that report a call which nobody can serve. */
interface Calls {
  /** Returns the kernel of keys that nobody serves. */
  KernelFunction missing(OperatorName operator);

  /**
   * Returns the kernel of AutogradOther while a composite kernel and a backend's exclude each
   * other.
   */
  KernelFunction ambiguous(OperatorName operator);

  /** Returns the kernel of all keys while nothing is registered. */
  KernelFunction undefined(OperatorName operator);
}
