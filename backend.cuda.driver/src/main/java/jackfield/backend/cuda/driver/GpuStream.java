package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.handle.Handles.StreamHandle;
import jackfield.backend.cuda.driver.report.Launch;
import jackfield.backend.cuda.driver.thread.Lifetime;
import java.util.function.Consumer;
import jcuda.driver.JCudaDriver;

/**
 * A sequence of work on a device: kernels and copies, each of which begins when the previous one
 * has ended. A thread's work is added to its current stream: the context's, unless the thread has
 * entered another one. Work of different streams is ordered by events only.
 *
 * <p>Memory belongs to the stream of its allocation, whose later work may have it once released. It
 * waits for noted work of other streams: launches and copies are noted once a thread has entered a
 * stream, by addresses among their parameters; {@link DeviceMemory#usedBy(jackfield.memory.Storage,
 * GpuStream)} notes other work.
 *
 * <p><em>Threads</em>: safe for all; the work of several threads is in the order of their calls.
 */
public final class GpuStream implements AutoCloseable {
  private final GpuContext context;
  private final StreamHandle handle;
  private final StreamWork work;
  private final Lifetime lifetime = new Lifetime();

  /** Makes a stream the current one of a thread until it is closed. */
  public final class Entered implements AutoCloseable {
    final Thread thread = Thread.currentThread();
    final Entered former; // null for the context's stream
    private boolean isLeft; // written by the thread only

    private Entered(Entered former) {
      this.former = former;
    }

    GpuStream stream() {
      return GpuStream.this;
    }

    /** Leaves the stream without making the former one current. */
    void abandon() {
      isLeft = true;
      lifetime.leave();
    }

    /**
     * Makes the former stream the current one again; does nothing a second time.
     *
     * @throws StreamRefused in another thread than the one that entered, or if the thread has
     *     entered a stream after this one and not left it
     * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture that began
     *     after the stream was entered
     */
    @Override
    public void close() {
      context.streams().requireThread(this);
      if (!isLeft) {
        context.streams().leave(this);
        abandon();
      }
    }
  }

  GpuStream(GpuContext context, StreamHandle handle) {
    this.context = context;
    this.handle = handle;
    this.work = new StreamWork(context, this, handle);
  }

  /** Returns the context that the stream belongs to. */
  public GpuContext context() {
    return context;
  }

  /**
   * Makes this the current stream of the calling thread: kernels, copies and allocations of the
   * thread belong to it until the result is closed, in the order of a stack.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture that the stream
   *     has not joined
   */
  public Entered enter() {
    enter("entering it");
    GraphCapture own = work.capture();
    StreamWork current = context.stream().work;
    if (current.capture() != own) {
      current.refuseInCapture("entering another stream", "it has not joined the capture");
    }
    context.streams().shareMemory();
    return enterForCapture();
  }

  Entered enterForCapture() {
    if (!lifetime.enter()) {
      throw new HandleReleased("the stream", "entering it");
    }
    return context.streams().enter(new Entered(context.streams().entered()));
  }

  /** Returns whether launches are captured, see {@link GpuContext#capture}. */
  public boolean isCapturing() {
    return work.capture() != null;
  }

  /**
   * Lets the graph report what its kernels find, where a call without a graph waits for the answer.
   *
   * @throws IllegalStateException outside a capture
   */
  public void checkLater(GpuGraph.Check check) {
    work.checkLater(check);
  }

  /** Copies bytes to the device; the driver has read them when the call returns. */
  public void copyToDevice(long host, long device, long sizeBytes) {
    work.copyToDevice(host, device, sizeBytes);
  }

  /**
   * Copies parameters of kernels to the device, as {@link #copyToDevice} does. Inside a capture the
   * graph keeps the bytes. Words of 64 bits may be addresses of memory that the kernels use.
   */
  public void upload(long host, long device, long sizeBytes) {
    work.upload(host, device, sizeBytes);
  }

  /**
   * Copies bytes to the device through pinned memory. The host's bytes may change as soon as this
   * returns, and nothing waits for the device. Without free pinned memory this is {@link
   * #copyToDevice}.
   */
  public void copyToDeviceNonBlocking(long host, long device, long sizeBytes) {
    work.copyToDeviceNonBlocking(host, device, sizeBytes);
  }

  /** Copies bytes to the host and waits until they are there. */
  public void copyToHostBlocking(long device, long host, long sizeBytes) {
    work.copyToHost(device, host, sizeBytes);
    awaitBlocking();
  }

  /** Copies bytes within the device; the ranges do not overlap. */
  public void copyWithin(long from, long to, long sizeBytes) {
    work.copyWithin(from, to, sizeBytes);
  }

  /** Sets bytes of the device to zero. */
  public void zero(long device, long sizeBytes) {
    work.zero(device, sizeBytes);
  }

  /**
   * Lets later work of this stream wait for {@code event}.
   *
   * <p>If a capture has recorded the event, the stream joins the capture: until the end of the
   * capture its work is captured, whichever thread adds it, and replays run it beside the other
   * streams of the capture. The earlier work of the stream is waited for. Before the end of the
   * capture, its first stream has to wait for an event after the work of this one.
   *
   * <p>Launches and copies that other threads add to this stream are computed if they have begun
   * before it joins, which waits for them, and captured otherwise. Work of libraries must not begin
   * meanwhile, see {@link #enterForeign}.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture that has not
   *     recorded the event, or after the end of the capture that has
   * @throws StreamRefused if the context's own stream would join a capture
   */
  public void waitFor(GpuEvent event) {
    work.waitFor(event);
  }

  /** Waits until the work of this stream is done. */
  public void awaitBlocking() {
    work.refuseInCapture("a wait for the stream", "nothing is computed before a replay");
    enter("cuStreamSynchronize");
    synchronize();
  }

  /**
   * Makes the context current for a library that adds work to this stream, and returns the driver's
   * handle of the stream. Until {@link #leaveForeign}, no other thread may let the stream join a
   * capture: the graph would have the work, and not hold the memory that it uses.
   *
   * @param addresses the memory that the work uses
   */
  public long enterForeign(long... addresses) {
    enter("a library");
    for (long address : addresses) {
      work.uses(address);
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
    work.foreign(launch, library);
    if (!isCapturing() && (status != 0 || context.isBlocking())) {
      awaitBlocking(); // throws if a kernel failed before
    }
    work.requireSuccess(function, status);
  }

  StreamWork work() {
    return work;
  }

  /**
   * Returns an event after the work that the stream has now, also while it is being closed. Returns
   * null if its work is done, or if it belongs to a capture, which has none.
   */
  synchronized GpuEvent mark() { // with the lock, the stream is not destroyed meanwhile
    return isDone() || work.capture() != null ? null : GpuEvent.after(context, handle);
  }

  /** Waits for the work that the stream has now, also while it is being closed. */
  void awaitWork() {
    GpuEvent end = mark();
    if (end != null) {
      try (end) {
        end.awaitBlocking();
      }
    }
  }

  /** Returns whether no work is accepted any more; work of before may be running. */
  boolean isClosed() {
    return lifetime.isClosed();
  }

  /** Returns whether the stream was closed and its work is done. */
  boolean isDone() {
    return lifetime.isDone();
  }

  StreamHandle handle() {
    return handle;
  }

  void enter(String function) {
    if (lifetime.isClosed()) {
      throw new HandleReleased("the stream", function);
    }
    context.enter(function);
  }

  /**
   * Waits for the work of the stream and releases it; does nothing a second time.
   *
   * @throws StreamRefused while a thread has entered the stream, and for the context's own stream
   * @throws CudaFailure if the driver cannot wait; the stream stays open if the device is usable
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture
   */
  @Override
  public void close() {
    work.refuseInCapture("closing the stream", "the capture needs it");
    context.streams().refuseUsual("closing", this);
    end(inside -> {
      throw ContextStreams.stillEntered(inside);
    });
  }

  /** Closes it, also if its capture was ended by another thread, or if a thread has entered it. */
  void end() {
    end(_ -> {});
  }

  private void end(Consumer<Thread> refusal) {
    lifetime.close(refusal, this::synchronize, () -> !context.isUsable(), this::destroy);
  }

  /** Waits for the work of the stream, whether it is open or not. */
  void synchronize() {
    context.retry("cuStreamSynchronize", () -> JCudaDriver.cuStreamSynchronize(handle));
  }

  private void destroy() {
    try {
      synchronized (this) { // no event is recorded meanwhile, see mark()
        lifetime.workIsDone();
        if (context.isUsable()) {
          context.retry("cuStreamDestroy", () -> JCudaDriver.cuStreamDestroy(handle));
        }
      }
    } finally {
      context.forget(this);
    }
  }
}
