package jackfield.aten;

import jackfield.aten.kernel.Outputs;
import jackfield.key.DispatchKey;
import jackfield.spi.KernelRegistrar;

/** Binds what generated kernels allocate and convert with to the backend they are made for. */
final class StructuredOutputs {
  private StructuredOutputs() {}

  /** Returns the outputs of kernels at {@code key}; they convert by that backend's own copy_. */
  static Outputs of(KernelRegistrar kernels, DispatchKey key) {
    Copy_ copy = kernels.operator(Copy_.TYPE);
    long keys = key.bits();
    return new Outputs(key, (to, from) -> copy.redispatch(keys, to, from, false));
  }
}
