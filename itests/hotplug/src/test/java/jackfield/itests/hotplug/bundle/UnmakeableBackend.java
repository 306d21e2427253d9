package jackfield.itests.hotplug.bundle;

import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/** A backend whose constructor throws. */
public final class UnmakeableBackend implements Backend {
  /** Fails; called by Declarative Services. */
  public UnmakeableBackend() {
    throw new IllegalStateException("no driver");
  }

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    throw new AssertionError("registers although it was never made");
  }
}
