package jackfield.backend.cuda;

import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.DeviceGuard;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.key.DispatchKey;
import jackfield.key.PrivateBackends;
import jackfield.memory.MemoryDomain;
import jackfield.schema.OperatorName;
import jackfield.spi.KernelRegistrar;

/** Registers each kernel with a {@link DeviceGuard}, for a backend with several devices. */
final class GuardedRegistrar implements KernelRegistrar {
  private final KernelRegistrar kernels;
  private final DeviceGroup devices;

  GuardedRegistrar(KernelRegistrar kernels, DeviceGroup devices) {
    this.kernels = kernels;
    this.devices = devices;
  }

  @Override
  public DispatchKey key() {
    return kernels.key();
  }

  @Override
  public <K> KernelRegistrar keyed(OperatorType<?, K, ?> operator, DispatchKey key, K kernel) {
    return function(operator.name(), key, KernelFunction.typed(operator, kernel));
  }

  @Override
  public KernelRegistrar boxed(OperatorName operator, DispatchKey key, BoxedKernel kernel) {
    return function(operator, key, KernelFunction.boxed(kernel));
  }

  @Override
  public KernelRegistrar function(OperatorName operator, DispatchKey key, KernelFunction kernel) {
    kernels.function(operator, key, DeviceGuard.around(devices, kernel));
    return this;
  }

  @Override
  public KernelRegistrar fallback(DispatchKey key, BoxedKernel kernel) {
    kernels.fallback(key, DeviceGuard.around(devices, KernelFunction.boxed(kernel)).boxed());
    return this;
  }

  @Override
  public KernelRegistrar fallthrough(OperatorName operator, DispatchKey key) {
    kernels.fallthrough(operator, key);
    return this;
  }

  @Override
  public KernelRegistrar fallthrough(DispatchKey key) {
    kernels.fallthrough(key);
    return this;
  }

  @Override
  public KernelRegistrar memory(MemoryDomain domain) {
    kernels.memory(domain);
    return this;
  }

  @Override
  public PrivateBackends privateBackends() {
    return kernels.privateBackends();
  }

  @Override
  public <O extends Operator> O operator(OperatorType<O, ?, ?> type) {
    return kernels.operator(type);
  }
}
