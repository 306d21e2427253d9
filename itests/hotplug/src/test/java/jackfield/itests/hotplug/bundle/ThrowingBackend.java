package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/** A backend that registers a kernel and then throws. */
public final class ThrowingBackend implements Backend {
  /** Creates the backend; called by Declarative Services. */
  public ThrowingBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(Aten.ADD_TENSOR, (self, other, alpha) -> self);
    throw new IllegalStateException("no such card");
  }
}
