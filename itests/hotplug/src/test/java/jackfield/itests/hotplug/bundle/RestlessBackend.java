package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Quiescent;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A backend with asynchronous work of its own, which continues as long as a system property is set.
 */
public final class RestlessBackend implements Backend, Quiescent {
  public static final String STATE = "jackfield.itests.restless";

  /** Creates the backend; called by Declarative Services. */
  public RestlessBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(Aten.SUB_TENSOR, (self, other, alpha) -> self);
  }

  @Override
  public void quiesce(Duration deadline) { // ignores interrupts, like work on a device
    while ("busy".equals(System.getProperty(STATE))) {
      LockSupport.parkNanos(1_000_000);
      Thread.interrupted();
    }
    System.setProperty(STATE, "quiet");
  }
}
