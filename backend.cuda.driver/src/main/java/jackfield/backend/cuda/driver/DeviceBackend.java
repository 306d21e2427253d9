package jackfield.backend.cuda.driver;

import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/**
 * Registers the memory of a device, so that the tensors in it have a fate when the driver's bundle
 * is unplugged, and live on when bundles with kernels are. It has no kernels.
 */
final class DeviceBackend implements Backend {
  private final GpuDevice device;

  DeviceBackend(GpuDevice device) {
    this.device = device;
  }

  @Override
  public String device() {
    return "cuda";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.memory(device.context().domain());
  }
}
