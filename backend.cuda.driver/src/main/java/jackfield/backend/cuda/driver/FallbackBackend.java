package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.fallback.DeviceCopies;
import jackfield.backend.cuda.driver.fallback.ElementCopy;
import jackfield.backend.cuda.driver.fallback.FallbackCounts;
import jackfield.backend.cuda.driver.fallback.HostFallback;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.memory.Storage;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;
import java.util.function.BiConsumer;

/**
 * Computes operators without a kernel for the device on the CPU, with copies. The driver's bundle
 * plugs it when a user turns the fallback on; a program without bundles plugs it itself.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class FallbackBackend implements Backend {
  private final DeviceGroup devices;
  private final FallbackCounts counts;

  /** Creates the fallback of some devices, whose calls it counts from 0 on. */
  public FallbackBackend(DeviceGroup devices) {
    this(devices, new FallbackCounts());
  }

  FallbackBackend(DeviceGroup devices, FallbackCounts counts) {
    this.devices = devices;
    this.counts = counts;
  }

  /** Returns the number of calls of an operator, such as {@code aten::mm}, since the creation. */
  public long calls(String operator) {
    return counts.of(operator);
  }

  /**
   * Returns a kernel that computes operators on the CPU, with copies of the arguments' storages,
   * for a backend that has no own kernels for them. It computes for the current device of the
   * thread. Its calls are not counted.
   *
   * @param elements copies the elements of its second tensor, in host memory, into its first, of
   *     the device, and no other bytes; the kernel copies what it wrote with it
   */
  public static BoxedKernel onHost(DeviceGroup devices, BiConsumer<Tensor, Tensor> elements) {
    return kernel(devices, new FallbackCounts(), elements::accept);
  }

  private static BoxedKernel kernel(
      DeviceGroup devices, FallbackCounts counts, ElementCopy elements) {
    return (operator, keys, stack) -> {
      GpuContext context = devices.current().context();
      new HostFallback(context.domain(), new Copies(context), counts, elements)
          .call(operator, keys, stack);
    };
  }

  @Override
  public String device() {
    return "cuda";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    KernelFunction each = KernelFunction.boxed(kernel(devices, counts, null));
    kernels.fallback(kernels.key(), DeviceGuard.around(devices, each).boxed());
  }

  /** Copies after all work on the device, so that any stream may have computed the bytes. */
  private record Copies(GpuContext context) implements DeviceCopies {
    @Override
    public void toHost(Storage from, long address) {
      context.awaitIdleBlocking();
      context.stream().copyToHostBlocking(from.address(), address, from.sizeBytes());
    }

    @Override
    public void toDevice(long address, Storage to) {
      context.stream().copyToDevice(address, to.address(), to.sizeBytes());
    }
  }
}
