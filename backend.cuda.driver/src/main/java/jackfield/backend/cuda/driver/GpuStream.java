package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.Handles.Address;
import jackfield.backend.cuda.driver.Handles.Host;
import jackfield.backend.cuda.driver.Handles.StreamHandle;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import jcuda.driver.JCudaDriver;

/**
 * A sequence of work on a device: kernels and copies, each of which begins when the previous one
 * has ended. A thread's work is added to its current stream: the context's, unless the thread has
 * entered another one. Work of different streams is ordered by events only. Memory that the work of
 * several streams uses is not used for anything else before all of them have passed.
 *
 * <p><em>Threads</em>: safe for all; the work of several threads is in the order of their calls.
 */
public final class GpuStream implements AutoCloseable {
  private final GpuContext context;
  private final StreamHandle handle;
  private volatile boolean isClosed;
  private volatile GraphCapture capture; // null unless this is the stream of a capture

  /** Makes a stream the current one of a thread until it is closed. */
  public final class Entered implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final GpuStream former; // null for the context's stream
    private boolean isLeft; // written by the thread only

    private Entered(GpuStream former) {
      this.former = former;
    }

    /**
     * Makes the former stream the current one again; does nothing a second time.
     *
     * @throws IllegalStateException in another thread than the one that entered
     * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture that began
     *     after the stream was entered
     */
    @Override
    public void close() {
      if (Thread.currentThread() != thread) {
        throw new IllegalStateException("the stream of " + thread + " is left by another thread");
      }
      if (isLeft) {
        return;
      }
      GpuStream current = context.stream();
      if (current != GpuStream.this) {
        current.refuseInCapture("leaving another stream", "a graph has one stream");
      }
      isLeft = true;
      context.setCurrent(former);
    }
  }

  GpuStream(GpuContext context, StreamHandle handle) {
    this.context = context;
    this.handle = handle;
  }

  /** Returns the context that the stream belongs to. */
  public GpuContext context() {
    return context;
  }

  /**
   * Makes this the current stream of the calling thread: kernels, copies and allocations of the
   * thread belong to it until the result is closed, in the order of a stack.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture
   */
  public Entered enter() {
    enter("entering it");
    context.stream().refuseInCapture("entering another stream", "a graph has one stream");
    context.shareMemory();
    return enterForCapture();
  }

  Entered enterForCapture() {
    return new Entered(context.setCurrent(this));
  }

  /** Returns whether launches are captured, see {@link GpuContext#capture}. */
  public boolean isCapturing() {
    return capture != null;
  }

  /**
   * Lets the graph report what its kernels find, where a call without a graph waits for the answer.
   *
   * @throws IllegalStateException outside a capture
   */
  public void checkLater(GpuGraph.Check check) {
    GraphCapture open = capture;
    if (open == null) {
      throw new IllegalStateException("no capture is open");
    }
    open.checks(check);
  }

  /** Copies bytes to the device; the driver has read them when the call returns. */
  public void copyToDevice(long host, long device, long sizeBytes) {
    refuseInCapture("a copy from the host", "the host's memory may be other memory at a replay");
    uses(device);
    send(host, device, sizeBytes);
  }

  /**
   * Copies parameters of kernels to the device, as {@link #copyToDevice} does. Inside a capture the
   * graph keeps the bytes. Words of 64 bits may be addresses of memory that the kernels use.
   */
  public void upload(long host, long device, long sizeBytes) {
    GraphCapture open = capture;
    uses(HostBytes.ALL.asSlice(host, sizeBytes));
    send(open == null ? host : open.stage(host, sizeBytes), device, sizeBytes);
  }

  private void send(long host, long device, long sizeBytes) {
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
    refuseInCapture("a copy from the host", "the host's memory may be other memory at a replay");
    enter("cuMemcpyHtoDAsync");
    PinnedPool.Block staged = context.pinned().take(sizeBytes);
    if (staged == null) {
      copyToDevice(host, device, sizeBytes);
      return;
    }
    HostBytes.copy(host, staged.address(), sizeBytes);
    uses(device);
    send(staged.address(), device, sizeBytes);
    context.pinned().releaseAfter(staged, this);
  }

  /** Copies bytes to the host and waits until they are there. */
  public void copyToHostBlocking(long device, long host, long sizeBytes) {
    refuseInCapture("a copy to the host that waits", "nothing is computed before a replay");
    uses(device);
    enter("cuMemcpyDtoHAsync");
    context.check(
        "cuMemcpyDtoHAsync",
        JCudaDriver.cuMemcpyDtoHAsync(new Host(host), new Address(device), sizeBytes, handle));
    awaitBlocking();
  }

  /** Copies bytes within the device; the ranges do not overlap. */
  public void copyWithin(long from, long to, long sizeBytes) {
    uses(from);
    uses(to);
    enter("cuMemcpyDtoDAsync");
    context.check(
        "cuMemcpyDtoDAsync",
        JCudaDriver.cuMemcpyDtoDAsync(new Address(to), new Address(from), sizeBytes, handle));
  }

  /** Sets bytes of the device to zero. */
  public void zero(long device, long sizeBytes) {
    uses(device);
    enter("cuMemsetD8Async");
    context.check(
        "cuMemsetD8Async",
        JCudaDriver.cuMemsetD8Async(new Address(device), (byte) 0, sizeBytes, handle));
  }

  /** Lets later work of this stream wait for {@code event}. */
  public void waitFor(GpuEvent event) {
    refuseInCapture("a wait for an event", "a graph has one stream");
    enter("cuStreamWaitEvent");
    context.check(
        "cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(handle, event.handle("a wait"), 0));
  }

  /** Waits until the work of this stream is done. */
  public void awaitBlocking() {
    refuseInCapture("a wait for the stream", "nothing is computed before a replay");
    enter("cuStreamSynchronize");
    context.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(handle));
  }

  /**
   * Makes the context current for a library that adds work to this stream, and returns the driver's
   * handle of the stream.
   *
   * @param addresses the memory that the work uses
   */
  public long enterForeign(long... addresses) {
    enter("a library");
    for (long address : addresses) {
      uses(address);
    }
    return handle.number();
  }

  /**
   * Notes work that a library has added to this stream, and throws if the library's function
   * failed. It is not called if the library has refused and added nothing.
   *
   * @param launch what errors name
   * @param library the owner of the work, see {@link GpuContext#withdrawGraphs}
   * @param status 0, or the library's number of what went wrong
   * @throws CudaFailure if the status is not 0
   */
  public void leaveForeign(Launch launch, Object library, String function, int status) {
    context.launches().add(launch);
    GraphCapture open = capture;
    if (open != null) {
      open.launches(library, launch.bundle());
    }
    if (open == null && (status != 0 || context.isBlocking())) {
      awaitBlocking(); // throws if a kernel failed before
    }
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

  /** Notes a kernel that the stream will run. */
  void launches(KernelModule module, Launch launch) {
    GraphCapture open = capture;
    if (open != null) {
      open.launches(module, launch.bundle());
    }
  }

  /** Notes memory that work of the stream uses; 64-bit words may be addresses. */
  void uses(MemorySegment words) {
    GraphCapture open = capture;
    if (open != null) {
      open.holds(words);
    } else if (context.isMemoryShared()) {
      context.memory().usedBy(words, this);
    }
  }

  /** Notes memory that work of the stream uses; returns whether a graph holds it. */
  boolean uses(long address) {
    GraphCapture open = capture;
    if (open != null) {
      open.holds(address);
    } else if (context.isMemoryShared()) {
      context.memory().usedBy(address, this);
    }
    return open != null;
  }

  /** Throws inside a capture, which fails then. */
  void refuseInCapture(String work, String reason) {
    GraphCapture open = capture;
    if (open != null) {
      throw open.refuse(work, reason, "the same before the capture, or after the replay");
    }
  }

  void capture(GraphCapture opened) {
    capture = opened;
  }

  boolean isClosed() {
    return isClosed;
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
    refuseInCapture("closing the stream", "a graph has one stream");
    end();
  }

  /** Closes it, also if its capture was ended by another thread. */
  void end() {
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
