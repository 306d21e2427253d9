package jackfield.tools.soak.packed;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/** A backend that throws when half of its kernels are registered. */
public final class UnregistrableBackend implements Backend {
  /** Creates the backend; called by Declarative Services. */
  public UnregistrableBackend() {}

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
