package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.handle.Handles.Address;
import jackfield.backend.cuda.driver.handle.Handles.Host;
import jackfield.backend.cuda.driver.handle.Handles.StreamHandle;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;

/**
 * Adds copies to the work of a stream, begins captures, and notes what kernels, copies and
 * libraries use: for the graph, while a capture is open, or else for the allocator.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class StreamWork {
  private final GpuContext context;
  private final GpuStream stream;
  private final StreamHandle handle;

  StreamWork(GpuContext context, GpuStream stream, StreamHandle handle) {
    this.context = context;
    this.stream = stream;
    this.handle = handle;
  }

  /** Notes a kernel that the stream will run. */
  void launches(KernelModule module, Launch launch) {
    GraphCapture open = stream.capture();
    if (open != null) {
      open.launches(module, launch.bundle());
    }
  }

  /** Notes work that a library has added. */
  void foreign(Launch launch, Object library) {
    context.launches().add(launch);
    GraphCapture open = stream.capture();
    if (open != null) {
      open.launches(library, launch.bundle());
    }
  }

  /** Throws if a library's function failed. */
  void requireSuccess(String function, int status) {
    if (status != 0) {
      throw new CudaFailure(
          function,
          status,
          "status " + status + " of the library",
          context.device().device().toString(),
          false,
          context.launches().newest());
    }
  }

  void beginCapture() {
    context.check(
        "cuStreamBeginCapture",
        JCudaDriver.cuStreamBeginCapture(
            handle, CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED));
  }

  /** Waits for an event; the stream joins the capture that has recorded it. */
  void waitFor(GpuEvent event) {
    GraphCapture recorded = event.capture();
    GraphCapture own = stream.capture();
    if (own != recorded && own != null) {
      String reason = "the event was recorded outside the capture";
      throw own.refuse("a wait for an event", reason, "recording the event in the capture");
    }
    stream.enter("cuStreamWaitEvent");
    Runnable waiting =
        () ->
            context.check(
                "cuStreamWaitEvent",
                JCudaDriver.cuStreamWaitEvent(handle, event.handle("a wait"), 0));
    if (recorded == null) {
      waiting.run();
    } else {
      recorded.join(stream, waiting);
    }
  }

  /** Notes memory that work of the stream uses; 64-bit words may be addresses. */
  void uses(MemorySegment words) {
    uses(words, stream.capture());
  }

  private void uses(MemorySegment words, GraphCapture open) {
    if (open != null) {
      open.holds(words, stream);
    } else if (context.streams().isMemoryShared()) {
      context.memory().usedBy(words, stream);
    }
  }

  /** Notes memory that work of the stream uses; returns whether a graph holds it. */
  boolean uses(long address) {
    GraphCapture open = stream.capture();
    if (open != null) {
      open.holds(address, stream);
    } else if (context.streams().isMemoryShared()) {
      context.memory().usedBy(address, stream);
    }
    return open != null;
  }

  void copyToDevice(long host, long device, long sizeBytes) {
    uses(device);
    send(host, device, sizeBytes);
  }

  void upload(long host, long device, long sizeBytes) {
    GraphCapture open = stream.capture();
    uses(HostBytes.ALL.asSlice(host, sizeBytes), open);
    send(open == null ? host : open.stage(host, sizeBytes), device, sizeBytes);
  }

  private void send(long host, long device, long sizeBytes) {
    stream.enter("cuMemcpyHtoDAsync");
    context.check(
        "cuMemcpyHtoDAsync",
        JCudaDriver.cuMemcpyHtoDAsync(new Address(device), new Host(host), sizeBytes, handle));
  }

  void copyToDeviceNonBlocking(long host, long device, long sizeBytes) {
    stream.enter("cuMemcpyHtoDAsync");
    PinnedPool.Block staged = context.pinned().take(sizeBytes);
    if (staged == null) {
      copyToDevice(host, device, sizeBytes);
      return;
    }
    boolean isSent = false;
    try {
      HostBytes.copy(host, staged.address(), sizeBytes);
      copyToDevice(staged.address(), device, sizeBytes);
      isSent = true;
    } finally {
      if (isSent) {
        context.pinned().releaseAfter(staged, stream);
      } else {
        context.pinned().release(staged);
      }
    }
  }

  /** Copies to the host; the caller waits for it. */
  void copyToHost(long device, long host, long sizeBytes) {
    uses(device);
    stream.enter("cuMemcpyDtoHAsync");
    context.check(
        "cuMemcpyDtoHAsync",
        JCudaDriver.cuMemcpyDtoHAsync(new Host(host), new Address(device), sizeBytes, handle));
  }

  void copyWithin(long from, long to, long sizeBytes) {
    uses(from);
    uses(to);
    stream.enter("cuMemcpyDtoDAsync");
    context.check(
        "cuMemcpyDtoDAsync",
        JCudaDriver.cuMemcpyDtoDAsync(new Address(to), new Address(from), sizeBytes, handle));
  }

  void zero(long device, long sizeBytes) {
    uses(device);
    stream.enter("cuMemsetD8Async");
    context.check(
        "cuMemsetD8Async",
        JCudaDriver.cuMemsetD8Async(new Address(device), (byte) 0, sizeBytes, handle));
  }
}
