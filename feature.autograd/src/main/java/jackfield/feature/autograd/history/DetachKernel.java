package jackfield.feature.autograd.history;

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
  private final Detach_ detach;

  public DetachKernel(KernelRegistrar kernels, Histories histories) {
    this.histories = histories;
    this.detach = kernels.operator(Detach_.TYPE);
  }

  public void register(KernelRegistrar kernels) {
    kernels.keyed(Detach_.TYPE, DispatchKey.AUTOGRAD, this::detach);
  }

  private Tensor detach(long keys, Tensor self) {
    histories.detachInPlace(self);
    return detach.redispatch(keys & KeySets.AFTER_AUTOGRAD.bits(), self);
  }
}
