package jackfield.feature.autograd.history;

import jackfield.aten.Aten;
import jackfield.aten.Detach_;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/**
 * Detaches a tensor in place. This is the only operator that affects nothing but the recorded
 * graph.
 */
public final class DetachKernel {
  private final Histories histories;
  private final KernelRegistrar kernels;
  private volatile Detach_ detach; // null until the first call, by any thread

  public DetachKernel(KernelRegistrar kernels, Histories histories) {
    this.kernels = kernels;
    this.histories = histories;
  }

  public void register() {
    kernels.keyed(Aten.DETACH_, DispatchKey.AUTOGRAD, this::detach);
  }

  private Tensor detach(long keys, Tensor self) {
    histories.detachInPlace(self);
    return detach().redispatch(keys & KeySets.AFTER_AUTOGRAD.bits(), self);
  }

  // Not by the constructor: a request builds the table of the operator, which a start needs not.
  private Detach_ detach() {
    Detach_ known = detach;
    if (known == null) {
      known = kernels.operator(Aten.DETACH_);
      detach = known;
    }
    return known;
  }
}
