package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.aten.Neg;
import jackfield.aten.composite.allocation.EmptyKernels;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.memory.MemoryProvider;
import jackfield.memory.Storage;
import jackfield.memory.TensorFate;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/** A backend with memory of its own; a system property determines the fate of its tensors. */
public final class DeviceBackend implements Backend, MemoryProvider {
  public static final String FATE = "jackfield.itests.fate";

  /** Creates the backend; called by Declarative Services. */
  public DeviceBackend() {}

  @Override
  public String device() {
    return "acme";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    TensorFate fate = TensorFate.valueOf(System.getProperty(FATE));
    MemoryDomain memory = new MemoryDomain(new Device("acme", -1), this, fate);
    kernels
        .memory(memory)
        .kernel(Aten.EMPTY_MEMORY_FORMAT, EmptyKernels.emptyIn(memory, kernels.key()))
        .kernel(Neg.TYPE, DeviceBackend::touch);
  }

  private static Tensor touch(Tensor self) {
    return self.address() == 0 ? null : self;
  }

  @Override
  public Storage allocate(MemoryDomain domain, long sizeBytes) {
    Storage loan = MemoryDomain.host().allocate(sizeBytes);
    return new Storage(domain, loan.address(), sizeBytes, loan);
  }

  @Override
  public void release(Storage storage, boolean isPrivate) {
    ((Storage) storage.keeper()).close();
  }
}
