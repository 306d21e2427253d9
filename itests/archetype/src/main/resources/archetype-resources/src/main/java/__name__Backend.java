package ${package};

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

/** The backend of the device {@code ${device}}, whose kernels are plain loops. */
@Component(service = Backend.class, immediate = true)
@ProvideBackend(name = "${device}", version = "0.1.0")
public final class ${name}Backend implements Backend {
  private static final String DEVICE = "${device}";

  /** Creates the backend; called by Declarative Services. */
  @Activate
  public ${name}Backend() {}

  @Override
  public String device() {
    return DEVICE;
  }

  @Override
  public void register(KernelRegistrar kernels) {
    MemoryDomain memory =
        new MemoryDomain(new Device(DEVICE, -1), new ${name}Memory(), TensorFate.EVACUATE);
    ${name}Copy copy = new ${name}Copy(kernels.key());
    kernels
        .memory(memory)
        .kernel(Aten.EMPTY_MEMORY_FORMAT, EmptyKernels.emptyIn(memory, kernels.key()))
        .kernel(Aten.EMPTY_STRIDED, EmptyKernels.emptyStridedIn(memory, kernels.key()))
        .kernel(Copy_.TYPE, copy::copy)
        .structured(Aten.FILL__SCALAR, ${name}Loops::fill)
        .structured(Aten.ZERO_, ${name}Loops::zero)
        .structured(Aten.ADD, ${name}Loops::add)
        .structured(Aten.SUB, ${name}Loops::sub)
        .structured(Aten.MUL, ${name}Blocks::mul)
        .structured(Aten.DIV, ${name}Loops::div)
        .structured(Aten.NEG, ${name}Loops::neg)
        .structured(Aten.RELU, ${name}Loops::relu)
        .structured(Aten.SUM, ${name}Blocks::sum)
        .structured(Aten.SUM_DIM_INT_LIST, ${name}Blocks::sum);
  }
}
