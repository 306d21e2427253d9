package jackfield.backend.cuda.driver;

import jcuda.driver.CUevent;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** A point in the work of a stream that others can wait for. */
public final class GpuEvent implements AutoCloseable {
  private static final int NO_TIMING = 2;

  private final GpuContext context;
  private final CUevent handle;
  private volatile boolean isClosed;

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

  /** Sets the event after the work that {@code stream} has now. */
  public void record(GpuStream stream) {
    CUevent open = handle("a record");
    stream.refuseInCapture("an event", "a graph has one stream");
    stream.enter("cuEventRecord");
    context.check("cuEventRecord", JCudaDriver.cuEventRecord(open, stream.handle()));
  }

  /** Returns whether the work before the event is done. */
  public boolean isDone() {
    CUevent open = handle("a query");
    context.enter("cuEventQuery");
    int result = JCudaDriver.cuEventQuery(open);
    if (result == CUresult.CUDA_ERROR_NOT_READY) {
      return false;
    }
    context.check("cuEventQuery", result);
    return true;
  }

  /** Waits until the work before the event is done. */
  public void awaitBlocking() {
    CUevent open = handle("a wait");
    context.enter("cuEventSynchronize");
    context.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(open));
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
    context.enter("cuEventDestroy");
    context.check("cuEventDestroy", JCudaDriver.cuEventDestroy(handle));
  }
}
