package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import java.util.concurrent.locks.LockSupport;

/** A backend whose products wait as long as a system property is set. */
public final class HeldBackend implements Backend {
  public static final String STATE = "jackfield.itests.held";

  /** Creates the backend; called by Declarative Services. */
  public HeldBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(
        Aten.MUL_TENSOR,
        (self, other) -> {
          while (!System.getProperty(STATE, "").isEmpty()) {
            System.getProperties().replace(STATE, "wait", "inside");
            LockSupport.parkNanos(1_000_000);
          }
          return self;
        });
  }
}
