package jackfield.backend.nil;

import jackfield.aten.Aten;
import jackfield.aten.Copy_;
import jackfield.aten.composite.allocation.EmptyKernels;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.memory.TensorFate;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.ProvideBackend;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The backend of the device {@code nil}, whose kernels are plain loops. */
@Component(service = Backend.class, immediate = true)
@ProvideBackend(name = "nil", version = "0.1.0")
public final class NilBackend implements Backend {
  private static final String DEVICE = "nil";

  /** Creates the backend; called by Declarative Services. */
  @Activate
  public NilBackend() {}

  @Override
  public String device() {
    return DEVICE;
  }

  @Override
  public void register(KernelRegistrar kernels) {
    MemoryDomain memory =
        new MemoryDomain(new Device(DEVICE, -1), new NilMemory(), TensorFate.EVACUATE);
    NilCopy copy = new NilCopy(kernels.key());
    kernels
        .memory(memory)
        .kernel(Aten.EMPTY_MEMORY_FORMAT, EmptyKernels.emptyIn(memory, kernels.key()))
        .kernel(Aten.EMPTY_STRIDED, EmptyKernels.emptyStridedIn(memory, kernels.key()))
        .kernel(Copy_.TYPE, copy::copy)
        .structured(Aten.FILL__SCALAR, NilLoops::fill)
        .structured(Aten.ZERO_, NilLoops::zero)
        .structured(Aten.ADD, NilLoops::add)
        .structured(Aten.SUB, NilLoops::sub)
        .structured(Aten.MUL, NilBlocks::mul)
        .structured(Aten.DIV, NilLoops::div)
        .structured(Aten.NEG, NilLoops::neg)
        .structured(Aten.RELU, NilLoops::relu)
        .structured(Aten.SUM, NilBlocks::sum)
        .structured(Aten.SUM_DIM_INT_LIST, NilBlocks::sum);
  }
}
