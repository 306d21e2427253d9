package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/** A backend whose addition always throws. */
public final class FailingBackend implements Backend {
  /** Creates the backend; called by Declarative Services. */
  public FailingBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(
        Aten.ADD_TENSOR,
        (self, other, alpha) -> {
          throw new IllegalStateException("the card has come loose");
        });
  }
}
