package jackfield.aten;

import jackfield.aten.kernel.Outputs;
import jackfield.key.DispatchKey;
import jackfield.spi.KernelRegistrar;

/** Creates the {@link Outputs} of generated kernels, bound to the backend that registers them. */
final class StructuredOutputs {
  private StructuredOutputs() {}

  /**
   * Returns the outputs of kernels at {@code key}; they convert with that backend's {@code copy_}.
   */
  static Outputs of(KernelRegistrar kernels, DispatchKey key) {
    Copy_ copy = kernels.operator(Copy_.TYPE);
    long keys = key.bits();
    return new Outputs(key, (to, from) -> copy.redispatch(keys, to, from, false));
  }
}
