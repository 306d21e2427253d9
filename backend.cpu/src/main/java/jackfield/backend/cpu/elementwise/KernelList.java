package jackfield.backend.cpu.elementwise;

import jackfield.spi.KernelRegistrar;
import jackfield.spi.StructuredType;
import java.util.ArrayList;
import java.util.List;

/**
 * Kernels that are created once and can be registered with several dispatchers. During a swap the
 * bundle registers first with the dispatcher that checks it. The loops that were stamped and
 * compiled there are then used in the platform.
 */
public final class KernelList {
  private final List<Entry<?>> entries = new ArrayList<>();

  /** An operator and the body of its kernels. */
  private record Entry<B>(StructuredType<B> operator, B body) {
    void register(KernelRegistrar kernels) {
      kernels.structured(operator, body);
    }
  }

  /** Adds the body of an operator's kernels. */
  public <B> KernelList structured(StructuredType<B> operator, B body) {
    entries.add(new Entry<>(operator, body));
    return this;
  }

  /** Registers all kernels of the list. */
  public void register(KernelRegistrar kernels) {
    entries.forEach(entry -> entry.register(kernels));
  }
}
