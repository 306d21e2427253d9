package jackfield.aten;

import jackfield.aten.kernel.Copier;
import jackfield.aten.kernel.Outputs;
import jackfield.key.DispatchKey;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/** Creates the {@link Outputs} of generated kernels, bound to the backend that registers them. */
final class StructuredOutputs implements Copier {
  private final KernelRegistrar kernels;
  private final long keys;
  // Null until first called. Volatile: a thread must not see an operator before its table.
  private volatile Copy_ copy;

  private StructuredOutputs(KernelRegistrar kernels, DispatchKey key) {
    this.kernels = kernels;
    this.keys = key.bits();
  }

  /**
   * Returns the outputs of kernels at {@code key}; they convert with that backend's {@code copy_}.
   */
  static Outputs of(KernelRegistrar kernels, DispatchKey key) {
    return new Outputs(key, new StructuredOutputs(kernels, key));
  }

  @Override
  public void copy(Tensor to, Tensor from) {
    Copy_ known = copy;
    if (known == null) {
      known = kernels.operator(Copy_.TYPE);
      copy = known;
    }
    Tensor _ = known.redispatch(keys, to, from, false);
  }
}
