package jackfield.itests.hotplug.platform;

import jackfield.aten.Aten;
import jackfield.key.DispatchKey;
import jackfield.spi.Feature;
import jackfield.spi.KernelRegistrar;

/** A feature without kernels. */
public final class Quiet implements Feature {
  /** Creates the feature; called by Declarative Services. */
  public Quiet() {}

  @Override
  public String name() {
    return "quiet";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.fallthrough(Aten.ADD_TENSOR.name(), DispatchKey.PROFILER);
  }
}
