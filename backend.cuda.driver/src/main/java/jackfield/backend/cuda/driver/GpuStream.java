package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.Handles.Address;
import jackfield.backend.cuda.driver.Handles.Host;
import jackfield.backend.cuda.driver.Handles.StreamHandle;
import jackfield.memory.HostBytes;
import jcuda.driver.JCudaDriver;

/**
 * A sequence of work on a device: kernels and copies, each of which begins when the previous one
 * has ended.
 *
 * <p><em>Threads</em>: safe for all; the work of several threads is in the order of their calls.
 */
public final class GpuStream implements AutoCloseable {
  private final GpuContext context;
  private final StreamHandle handle;
  private volatile boolean isClosed;

  GpuStream(GpuContext context, StreamHandle handle) {
    this.context = context;
    this.handle = handle;
  }

  /** Returns the context that the stream belongs to. */
  public GpuContext context() {
    return context;
  }

  /**
   * Copies bytes to the device. If the host's memory is not pinned, the driver has read them when
   * the call returns.
   */
  public void copyToDevice(long host, long device, long sizeBytes) {
    enter("cuMemcpyHtoDAsync");
    context.check(
        "cuMemcpyHtoDAsync",
        JCudaDriver.cuMemcpyHtoDAsync(new Address(device), new Host(host), sizeBytes, handle));
  }

  /**
   * Copies bytes to the device through pinned memory. The host's bytes may change as soon as this
   * returns, and nothing waits for the device. Without free pinned memory this is {@link
   * #copyToDevice}.
   */
  public void copyToDeviceNonBlocking(long host, long device, long sizeBytes) {
    enter("cuMemcpyHtoDAsync");
    PinnedPool.Block staged = context.pinned().take(sizeBytes);
    if (staged == null) {
      copyToDevice(host, device, sizeBytes);
      return;
    }
    HostBytes.copy(host, staged.address(), sizeBytes);
    copyToDevice(staged.address(), device, sizeBytes);
    context.pinned().releaseAfter(staged, this);
  }

  /** Copies bytes to the host and waits until they are there. */
  public void copyToHostBlocking(long device, long host, long sizeBytes) {
    enter("cuMemcpyDtoHAsync");
    context.check(
        "cuMemcpyDtoHAsync",
        JCudaDriver.cuMemcpyDtoHAsync(new Host(host), new Address(device), sizeBytes, handle));
    awaitBlocking();
  }

  /** Copies bytes within the device; the ranges do not overlap. */
  public void copyWithin(long from, long to, long sizeBytes) {
    enter("cuMemcpyDtoDAsync");
    context.check(
        "cuMemcpyDtoDAsync",
        JCudaDriver.cuMemcpyDtoDAsync(new Address(to), new Address(from), sizeBytes, handle));
  }

  /** Sets bytes of the device to zero. */
  public void zero(long device, long sizeBytes) {
    enter("cuMemsetD8Async");
    context.check(
        "cuMemsetD8Async",
        JCudaDriver.cuMemsetD8Async(new Address(device), (byte) 0, sizeBytes, handle));
  }

  /** Lets later work of this stream wait for {@code event}. */
  public void waitFor(GpuEvent event) {
    enter("cuStreamWaitEvent");
    context.check(
        "cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(handle, event.handle("a wait"), 0));
  }

  /** Waits until the work of this stream is done. */
  public void awaitBlocking() {
    enter("cuStreamSynchronize");
    context.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(handle));
  }

  /**
   * Makes the context current for a library that adds work to this stream, and returns the driver's
   * handle of the stream.
   *
   * @param launch what errors name; null if no work is added
   */
  public long enterForeign(Launch launch) {
    enter("a library");
    if (launch != null) {
      context.launches().add(launch);
    }
    return handle.number();
  }

  /**
   * Throws if a library's function failed.
   *
   * @param status 0, or the library's number of what went wrong
   */
  public void leaveForeign(String function, int status) {
    if (status != 0) {
      awaitBlocking(); // throws if a kernel failed before
      throw new CudaFailure(
          function,
          status,
          "status " + status + " of the library",
          context.device().device().toString(),
          false,
          context.launches().newest());
    }
    if (context.isBlocking()) {
      awaitBlocking();
    }
  }

  StreamHandle handle() {
    return handle;
  }

  void enter(String function) {
    if (isClosed) {
      throw new HandleReleased("the stream", function);
    }
    context.enter(function);
  }

  /** Waits for the work of the stream and releases it; does nothing a second time. */
  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    context.enter("cuStreamDestroy");
    try {
      context.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(handle));
    } finally {
      context.forget(this);
      JCudaDriver.cuStreamDestroy(handle);
    }
  }
}
