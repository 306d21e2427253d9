package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/**
 * A backend whose sums and differences are the first input itself, so that a test recognises the
 * provider.
 */
public final class MarkingBackend implements Backend {
  /** Creates the backend; called by Declarative Services. */
  public MarkingBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels
        .kernel(Aten.ADD_TENSOR, (self, other, alpha) -> self)
        .kernel(Aten.SUB_TENSOR, (self, other, alpha) -> self);
  }
}
