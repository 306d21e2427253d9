package jackfield.tools.soak.packed;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/** A backend with a wrong result: its sum of two tensors is the first one. */
public final class WrongSum implements Backend {
  /** Creates the backend; called by Declarative Services. */
  public WrongSum() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(Aten.ADD_TENSOR, (self, other, alpha) -> self);
  }
}
