package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jcuda.driver.CUevent;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** A point in the work of a stream that others can wait for. */
public final class GpuEvent implements AutoCloseable {
  private static final int NO_TIMING = 2;

  private final GpuContext context;
  private final CUevent handle;
  private volatile boolean isClosed;
  private volatile GraphCapture capture; // that recorded it last; null if none did

  private GpuEvent(GpuContext context, CUevent handle) {
    this.context = context;
    this.handle = handle;
  }

  static GpuEvent create(GpuContext context) {
    context.enter("cuEventCreate");
    CUevent handle = new CUevent();
    context.check("cuEventCreate", JCudaDriver.cuEventCreate(handle, NO_TIMING));
    return new GpuEvent(context, handle);
  }

  /** Returns an event after the work that a stream has now; its creation is tried twice. */
  static GpuEvent after(GpuContext context, CUstream stream) {
    try {
      return recorded(context, stream);
    } catch (CudaFailure failed) {
      if (failed.isSticky()) {
        throw failed;
      }
      return recorded(context, stream);
    }
  }

  private static GpuEvent recorded(GpuContext context, CUstream stream) {
    GpuEvent created = create(context);
    try {
      context.check("cuEventRecord", JCudaDriver.cuEventRecord(created.handle, stream));
      return created;
    } catch (CudaFailure failed) {
      created.closeAfter(failed);
      throw failed;
    }
  }

  /** Closes the event, unless the device cannot be used and has no events any more. */
  public void closeIfUsable() {
    if (context.isUsable()) {
      close();
    }
  }

  /** Closes the event after a failure, which a second one is added to. */
  void closeAfter(Throwable failed) {
    try {
      close();
    } catch (CudaFailure | DevicePoisoned again) {
      failed.addSuppressed(again);
    }
  }

  /**
   * Sets the event after the work that {@code stream} has now. Inside a capture it orders captured
   * work only, see {@link GpuStream#waitFor}.
   */
  public void record(GpuStream stream) {
    CUevent open = handle("a record");
    GraphCapture recording = stream.work().begin();
    try {
      if (recording != null) {
        recording.requireRecording("a record of an event");
      }
      stream.enter("cuEventRecord");
      context.check("cuEventRecord", JCudaDriver.cuEventRecord(open, stream.handle()));
      capture = recording;
    } finally {
      stream.work().end(recording);
    }
  }

  /** Returns the capture whose work the event is in, or null. */
  GraphCapture capture() {
    return capture;
  }

  /** Throws if a capture has recorded the event, which is no point in computed work then. */
  private void refuseCaptured(String work) {
    GraphCapture recorded = capture;
    if (recorded != null) {
      throw recorded.refuse(
          work,
          "a capture has recorded the event, and nothing is computed before a replay",
          "recording the event again, after the replay");
    }
  }

  /**
   * Returns whether the work before the event is done.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused if a capture has recorded the
   *     event; a capture that is open has failed then
   */
  public boolean isDone() {
    CUevent open = handle("a query");
    refuseCaptured("a query of an event");
    int[] result = new int[1];
    context.retry(
        "cuEventQuery",
        () -> {
          result[0] = JCudaDriver.cuEventQuery(open);
          return result[0] == CUresult.CUDA_ERROR_NOT_READY ? CUresult.CUDA_SUCCESS : result[0];
        });
    return result[0] == CUresult.CUDA_SUCCESS;
  }

  /**
   * Waits until the work before the event is done.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused as {@link #isDone} does
   */
  public void awaitBlocking() {
    CUevent open = handle("a wait");
    refuseCaptured("a wait for an event");
    context.retry("cuEventSynchronize", () -> JCudaDriver.cuEventSynchronize(open));
  }

  CUevent handle(String asked) {
    if (isClosed) {
      throw new HandleReleased("the event", asked);
    }
    return handle;
  }

  /** Releases the event; does nothing a second time. */
  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    context.retry("cuEventDestroy", () -> JCudaDriver.cuEventDestroy(handle));
  }
}
