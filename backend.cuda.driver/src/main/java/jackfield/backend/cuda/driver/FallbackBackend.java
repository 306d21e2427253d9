package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.fallback.DeviceCopies;
import jackfield.backend.cuda.driver.fallback.ElementCopy;
import jackfield.backend.cuda.driver.fallback.FallbackCounts;
import jackfield.backend.cuda.driver.fallback.HostFallback;
import jackfield.kernel.BoxedKernel;
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
  private final GpuDevice device;
  private final FallbackCounts counts;

  /** Creates the fallback of a device, whose calls it counts from 0 on. */
  public FallbackBackend(GpuDevice device) {
    this(device, new FallbackCounts());
  }

  FallbackBackend(GpuDevice device, FallbackCounts counts) {
    this.device = device;
    this.counts = counts;
  }

  /** Returns the number of calls of an operator, such as {@code aten::mm}, since the creation. */
  public long calls(String operator) {
    return counts.of(operator);
  }

  /**
   * Returns a kernel that computes operators on the CPU, with copies of the arguments' storages,
   * for a backend that has no own kernels for them. Its calls are not counted.
   *
   * @param elements copies the elements of its second tensor, in host memory, into its first, of
   *     the device, and no other bytes; the kernel copies what it wrote with it
   */
  public static BoxedKernel onHost(GpuDevice device, BiConsumer<Tensor, Tensor> elements) {
    return kernel(device, new FallbackCounts(), elements::accept);
  }

  private static BoxedKernel kernel(GpuDevice device, FallbackCounts counts, ElementCopy elements) {
    GpuContext context = device.context();
    return new HostFallback(context.domain(), new Copies(context), counts, elements);
  }

  @Override
  public String device() {
    return "cuda";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.fallback(kernels.key(), kernel(device, counts, null));
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
