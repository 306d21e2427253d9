package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.handle.Handles.Address;
import jackfield.backend.cuda.driver.handle.Handles.Host;
import jackfield.backend.cuda.driver.handle.Handles.StreamHandle;
import jackfield.backend.cuda.driver.report.Launch;
import jackfield.backend.cuda.driver.thread.Membership;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;

/**
 * Adds copies to the work of a stream, knows the capture that the work belongs to, and notes what
 * kernels, copies and libraries use: for the graph, while a capture is open, or else for the
 * allocator.
 *
 * <p>The order of the locks is that of the capture, of its streams, of the {@link Membership}, of
 * the allocator, and of the stream.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class StreamWork {
  private static final String HOST_CHANGES = "the host's memory may be other memory at a replay";

  private final GpuContext context;
  private final GpuStream stream;
  private final StreamHandle handle;
  private final Membership<GraphCapture> membership;

  StreamWork(GpuContext context, GpuStream stream, StreamHandle handle) {
    this.context = context;
    this.stream = stream;
    this.handle = handle;
    this.membership = new Membership<>(stream);
  }

  /** Returns the capture that the stream belongs to, or null. */
  GraphCapture capture() {
    return membership.group();
  }

  /** Begins to add work, and returns the capture that it belongs to, or null. */
  GraphCapture begin() {
    return membership.begin();
  }

  /** Ends what {@link #begin} began. */
  void end(GraphCapture begun) {
    membership.end(begun);
  }

  private void add(Consumer<GraphCapture> work) {
    GraphCapture open = begin();
    try {
      work.accept(open);
    } finally {
      end(open);
    }
  }

  /** Adds work that cannot be captured; inside a capture, that one fails. */
  void addOutside(String work, String reason, Runnable action) {
    add(open -> {
      refuse(open, work, reason);
      action.run();
    });
  }

  /** Throws inside a capture, which fails then. */
  void refuseInCapture(String work, String reason) {
    refuse(capture(), work, reason); // another thread may end it
  }

  private static void refuse(GraphCapture open, String work, String reason) {
    if (open != null) {
      throw open.refuse(work, reason, "the same before the capture, or after the replay");
    }
  }

  /** Lets the graph report what its kernels find; throws outside a capture. */
  void checkLater(GpuGraph.Check check) {
    GraphCapture open = capture();
    if (open == null) {
      throw new IllegalStateException("no capture is open");
    }
    open.checks(check);
  }

  /** Notes a kernel that the stream will run, in a capture or not. */
  void launches(KernelModule module, Launch launch, GraphCapture open) {
    if (open != null) {
      open.launches(module, launch.bundle());
    }
  }

  /** Notes work that a library has added. */
  void foreign(Launch launch, Object library) {
    context.launches().add(launch);
    GraphCapture open = capture();
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

  /** Begins a capture, which lasts as long as the stream; no event is recorded meanwhile. */
  void beginCapture(GraphCapture opened) {
    membership.join(
        opened,
        () -> {}, // no other thread has the stream
        () ->
            context.check(
                "cuStreamBeginCapture",
                JCudaDriver.cuStreamBeginCapture(
                    handle, CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED)));
  }

  /**
   * Joins a capture by waiting for its event; the earlier work is done then. What other threads add
   * meanwhile is the capture's.
   */
  void joinCapture(GraphCapture joined, Runnable waiting) {
    membership.join(
        joined,
        this::requireJoinable,
        () -> {
          stream.synchronize();
          waiting.run();
        });
  }

  private void requireJoinable() {
    if (stream.isClosed()) {
      throw new HandleReleased("the stream", "a wait for an event");
    }
    if (capture() != null) {
      throw new StreamRefused(
          "joining a second capture", "it has joined another one", "a stream that has joined none");
    }
  }

  /** Computes again, after a capture that it had joined. */
  void leaveCapture() {
    membership.leave();
  }

  /** Waits for an event; the stream joins the capture that has recorded it. */
  void waitFor(GpuEvent event) {
    GraphCapture recorded = event.capture();
    GraphCapture own = capture();
    if (recorded != null && (own == null || own == recorded)) {
      stream.enter("cuStreamWaitEvent");
      recorded.join(stream, () -> addWait(event));
    } else {
      add(open -> {
        if (open != null) {
          String reason = "the event was recorded outside the capture";
          throw open.refuse("a wait for an event", reason, "recording the event in the capture");
        }
        stream.enter("cuStreamWaitEvent");
        addWait(event);
      });
    }
  }

  private void addWait(GpuEvent event) {
    context.check(
        "cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(handle, event.handle("a wait"), 0));
  }

  /** Notes memory that work of the stream uses; 64-bit words may be addresses. */
  void uses(MemorySegment words, GraphCapture open) {
    if (open != null) {
      open.holds(words, stream);
    } else if (context.streams().isMemoryShared()) {
      context.memory().usedBy(words, stream);
    }
  }

  /** Notes memory that work of the stream uses; returns whether a graph holds it. */
  boolean uses(long address) {
    GraphCapture open = capture();
    uses(address, open);
    return open != null;
  }

  private void uses(long address, GraphCapture open) {
    if (open != null) {
      open.holds(address, stream);
    } else if (context.streams().isMemoryShared()) {
      context.memory().usedBy(address, stream);
    }
  }

  void copyToDevice(long host, long device, long sizeBytes) {
    addOutside(
        "a copy from the host",
        HOST_CHANGES,
        () -> {
          uses(device, null);
          send(host, device, sizeBytes);
        });
  }

  void upload(long host, long device, long sizeBytes) {
    add(open -> {
      uses(HostBytes.ALL.asSlice(host, sizeBytes), open);
      send(open == null ? host : open.stage(host, sizeBytes), device, sizeBytes);
    });
  }

  private void send(long host, long device, long sizeBytes) {
    stream.enter("cuMemcpyHtoDAsync");
    context.check(
        "cuMemcpyHtoDAsync",
        JCudaDriver.cuMemcpyHtoDAsync(new Address(device), new Host(host), sizeBytes, handle));
  }

  void copyToDeviceNonBlocking(long host, long device, long sizeBytes) {
    refuseInCapture("a copy from the host", HOST_CHANGES);
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
    addOutside(
        "a copy to the host that waits",
        "nothing is computed before a replay",
        () -> {
          uses(device, null);
          stream.enter("cuMemcpyDtoHAsync");
          context.check(
              "cuMemcpyDtoHAsync",
              JCudaDriver.cuMemcpyDtoHAsync(
                  new Host(host), new Address(device), sizeBytes, handle));
        });
  }

  void copyWithin(long from, long to, long sizeBytes) {
    add(open -> {
      uses(from, open);
      uses(to, open);
      stream.enter("cuMemcpyDtoDAsync");
      context.check(
          "cuMemcpyDtoDAsync",
          JCudaDriver.cuMemcpyDtoDAsync(new Address(to), new Address(from), sizeBytes, handle));
    });
  }

  void zero(long device, long sizeBytes) {
    add(open -> {
      uses(device, open);
      stream.enter("cuMemsetD8Async");
      context.check(
          "cuMemsetD8Async",
          JCudaDriver.cuMemsetD8Async(new Address(device), (byte) 0, sizeBytes, handle));
    });
  }
}
