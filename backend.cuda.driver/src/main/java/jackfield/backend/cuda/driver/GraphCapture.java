package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.block.DeviceBlock;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.context.DispatchContext;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import jcuda.driver.CUgraph;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * The capture of a graph, and afterwards what the graph needs as long as it exists.
 *
 * <p>A capture has a stream of its own, which is the current one of the capturing thread, and other
 * streams that wait for an event of it, see {@link ContextStreams.Captured}. Since blocks of memory
 * belong to streams, the blocks of these streams are the graph's pool: no other work gets them.
 * Blocks of other streams that a captured launch refers to are held: they are found by looking at
 * the launch's parameters, so a number that looks like an address may hold a block too many, and no
 * block is missed. A held block that is released becomes free at the end of the graph.
 *
 * <p>The mode of the capture is relaxed, since the pool grows during it, and since a capture is
 * ended by another thread when kernels that it uses are withdrawn.
 *
 * <p><em>Threads</em>: safe for all: each thread that works on one of the streams adds to it, and
 * any thread ends it.
 */
final class GraphCapture {
  private final GpuContext context;
  private final ContextStreams.Captured streams;
  private final WeakReference<ClassLoader> maker; // of the body
  // The owners of captured work and their bundles; guarded by this, as are the fields below.
  private final Map<Object, String> users = new IdentityHashMap<>();
  private final Set<DeviceBlock<GpuStream>> held = new HashSet<>();
  private final List<PinnedPool.Block> staged = new ArrayList<>();
  private final List<GpuGraph.Check> checks = new ArrayList<>();
  private JackfieldException failure; // the first refusal; null while the capture can succeed
  private CUgraph graph; // null before the end, and after it if that failed
  private boolean isEnded;
  private int launches;
  private final AtomicBoolean isReleased = new AtomicBoolean();

  private GraphCapture(GpuContext context, GpuStream stream, ClassLoader maker) {
    this.context = context;
    this.streams = new ContextStreams.Captured(context, stream);
    this.maker = new WeakReference<>(maker);
  }

  /** Begins a capture on a stream of its own. */
  static GraphCapture begin(GpuContext context, Runnable body) {
    context.stream()
        .work()
        .refuseInCapture("another capture", "one capture at a time is open in a thread");
    ClassLoader maker = body.getClass().getClassLoader();
    GpuStream stream = context.createStream();
    GraphCapture capture = new GraphCapture(context, stream, maker);
    try {
      context
          .graphs()
          .begin(capture, context.toString(), () -> stream.work().beginCapture(capture));
      return capture;
    } catch (RuntimeException | Error failed) {
      capture.isEnded = true;
      capture.release();
      throw failed;
    }
  }

  /** Returns the stream that began it. */
  GpuStream stream() {
    return streams.first();
  }

  ContextStreams.Captured streams() {
    return streams;
  }

  /** Lets a stream wait for an event of the capture, by which it joins if it has not. */
  synchronized void join(GpuStream stream, Runnable waiting) {
    if (isEnded) {
      throw refusal("a wait for an event", "its capture has ended", "recording the event again");
    }
    requireOpen();
    if (stream.work().capture() == this) { // perhaps since another thread's wait
      waiting.run();
      return;
    }
    context.streams().refuseUsual("capturing", stream);
    if (stream.context() != context) {
      throw new StreamRefused(
          "joining a capture of another device",
          "the event is of " + context.device().device(),
          "a stream of that device");
    }
    streams.add(stream, () -> stream.work().joinCapture(this, waiting));
  }

  /** Throws if work cannot be captured any more. */
  synchronized void requireRecording(String work) {
    requireOpen();
    if (isEnded) {
      throw refusal(work, "its capture has ended", "the same again: the stream computes then");
    }
  }

  /** Throws if the capture has failed. */
  synchronized void requireOpen() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Notes a launch of kernels that {@code user} owns, which must outlive the graph. */
  synchronized void launches(Object user, String bundle) {
    requireRecording("a launch");
    users.put(user, bundle);
    launches++;
  }

  /** Holds the blocks to which 64-bit words of the work of a stream refer. */
  void holds(MemorySegment words, GpuStream stream) {
    for (long at = 0; at + Long.BYTES <= words.byteSize(); at += Long.BYTES) {
      holds(words.get(ValueLayout.JAVA_LONG_UNALIGNED, at), stream);
    }
  }

  /** Holds the block to which a word refers, if it is an address in a block of another stream. */
  synchronized void holds(long word, GpuStream stream) {
    requireRecording("work with memory");
    DeviceBlock<GpuStream> block = context.memory().hold(word, streams.pool(stream), held);
    if (block != null) {
      held.add(block);
    }
  }

  /** Keeps host memory of the same bytes as long as the graph, and returns its address. */
  synchronized long stage(long host, long sizeBytes) {
    requireRecording("a copy of parameters from the host");
    PinnedPool.Block block = context.pinned().take(sizeBytes);
    if (block == null) {
      throw refuse(
          "a copy of parameters from the host",
          "no pinned memory is left for them",
          "PinnedPool.limitTo, or fewer graphs");
    }
    staged.add(block);
    HostBytes.copy(host, block.address(), sizeBytes);
    return block.address();
  }

  synchronized void checks(GpuGraph.Check check) {
    requireRecording("a check");
    checks.add(check);
  }

  synchronized List<GpuGraph.Check> checks() {
    return List.copyOf(checks);
  }

  synchronized int launchCount() {
    return launches;
  }

  /** Returns whether the captured body is of a class loader. */
  boolean isMadeBy(ClassLoader loader) {
    return maker.refersTo(loader);
  }

  /** Returns the bundle of an owner of captured work, or null if it has none here. */
  synchronized String bundleOf(Object user) {
    return users.get(user);
  }

  /** Returns the error for work that cannot be captured; the capture has failed from now on. */
  synchronized JackfieldException refuse(String work, String reason, String remedy) {
    return fail(refusal(work, reason, remedy));
  }

  private static CaptureRefused refusal(String work, String reason, String remedy) {
    DispatchContext own = DispatchContext.current();
    Operator operator = own.epoch() == 0 ? null : Operator.of(own);
    return new CaptureRefused(
        operator == null ? "" : operator.name().toString(), work, reason, remedy);
  }

  private JackfieldException fail(JackfieldException reason) {
    if (failure == null) {
      failure = reason;
    }
    return reason;
  }

  /** Ends the capture before its kernels or its context go; later work of it is refused. */
  synchronized void abort(String bundle) {
    fail(
        new CaptureRefused(
            "",
            "a capture with kernels of " + bundle,
            bundle + " was withdrawn during the capture",
            "capturing again, with the backend that is plugged now"));
    end();
    destroyGraph();
  }

  /** Ends the capture and returns what was captured; later work of the streams is computed. */
  synchronized CUgraph finish() {
    end();
    streams.leave();
    requireOpen();
    return graph;
  }

  /** Ends the capture once; a failure of the driver is the capture's. */
  private void end() {
    if (isEnded) {
      return;
    }
    isEnded = true;
    if (!context.isUsable()) {
      return;
    }
    CUgraph captured = new CUgraph();
    try {
      context.enter("cuStreamEndCapture");
      int result = JCudaDriver.cuStreamEndCapture(stream().handle(), captured);
      if (result == CUresult.CUDA_ERROR_STREAM_CAPTURE_UNJOINED) {
        fail(
            refusal(
                "the end of the capture",
                "work of a stream that joined is before no work of the first stream",
                "recording an event on it, and a wait of the first stream for the event"));
        return;
      }
      context.check("cuStreamEndCapture", result);
      graph = captured;
    } catch (CudaFailure failed) {
      fail(failed);
    }
  }

  synchronized void destroyGraph() {
    CUgraph captured = graph;
    graph = null;
    if (captured != null && context.isUsable()) {
      context.retry("cuGraphDestroy", () -> JCudaDriver.cuGraphDestroy(captured));
    }
  }

  /** Ends the capture, without a graph. */
  void discard() {
    try {
      synchronized (this) {
        end();
        streams.leave();
        destroyGraph();
      }
    } finally {
      release();
    }
  }

  /**
   * Releases what the graph needed; none of its work may be running. The first stream keeps the
   * capture, so that a thread that is still in the body cannot compute on it.
   */
  void release() {
    if (!isReleased.compareAndSet(false, true)) {
      return;
    }
    context.graphs().end(this);
    try {
      releaseMemory();
    } finally {
      streams.end();
    }
  }

  private synchronized void releaseMemory() {
    users.clear();
    checks.clear();
    staged.forEach(context.pinned()::release);
    staged.clear();
    held.forEach(context.memory()::release);
    held.clear();
  }
}
