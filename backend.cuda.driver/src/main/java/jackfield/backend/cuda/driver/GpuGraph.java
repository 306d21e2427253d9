package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.GraphWithdrawn;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.report.Launch;
import jackfield.error.InvalidArgument;
import jackfield.spi.DeviceGraphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.HashSet;
import java.util.Set;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.JCudaDriver;

/**
 * Work of a device that was captured once and is launched as a whole, see {@link
 * GpuContext#capture}. One call of the driver replaces those of all its kernels and copies.
 *
 * <p><em>Memory.</em> A replay reads and writes the addresses of the capture. Memory that existed
 * before is held as long as the graph, also if its tensor is closed or forgotten. Memory that was
 * allocated during the capture comes from a pool of the graph, which no other work gets before the
 * graph is closed. A tensor that the capture made has the values of the latest replay; it may
 * outlive the graph.
 *
 * <p><em>Streams.</em> A stream that waits for an event of the capture joins it. Replays run its
 * work beside that of the others, as far as events of the capture permit, and memory that two
 * streams of the capture use is not reused inside the graph.
 *
 * <p><em>Numbers of the host</em>, such as a learning rate, and the state of generators of random
 * numbers are those of the capture: each replay draws the same random numbers.
 *
 * <p><em>Plugging.</em> A graph has kernels of bundles. When one of them is unplugged, its modules
 * are unloaded: a running replay is waited for, and later ones throw {@link GraphWithdrawn}. Until
 * then replays work. The reset of the device and the stop of the driver's bundle do the same, and
 * so does the stop of the bundle whose body was captured.
 *
 * <p><em>Threads</em>: safe for all. A graph that nothing refers to is closed by the collector.
 */
public final class GpuGraph implements DeviceGraphs.Graph {
  private final Executable executable;

  /**
   * What a kernel found during a replay, for an error after it: two numbers in device memory. The
   * first is negative if nothing is wrong.
   *
   * @param operator the operator
   * @param argument the argument
   * @param problem a format with the second number, the first one, and {@code most}
   * @param most the largest number that is permitted
   * @param answer where the kernel writes the numbers
   */
  public record Check(String operator, String argument, String problem, long most, Lease answer) {
    /**
     * Throws if something is wrong.
     *
     * @param found the two numbers
     */
    public void require(long[] found) {
      if (found[0] >= 0) {
        throw new InvalidArgument(operator, argument, problem.formatted(found[1], found[0], most));
      }
    }
  }

  private GpuGraph(Executable executable) {
    this.executable = executable;
  }

  /** Runs the body, and makes a graph of what it launched. */
  static GpuGraph capture(GpuContext context, Runnable body) {
    GraphCapture capture = GraphCapture.begin(context, body);
    try {
      runIn(context, capture, body);
      GpuGraph made = new GpuGraph(Executable.create(context, capture));
      context.memory().closeWhenForgotten(made, made.executable);
      return made;
    } catch (RuntimeException | Error failed) {
      capture.discard();
      throw failed;
    }
  }

  private static void runIn(GpuContext context, GraphCapture capture, Runnable body) {
    GpuStream.Entered entered = capture.stream().enterForCapture();
    boolean isLeft = false;
    try {
      context.device().runCaptured(body);
    } finally {
      isLeft = context.streams().leaveCapture(entered);
    }
    if (!isLeft) {
      throw capture.refuse(
          "the end of the capture",
          "its thread has entered a stream in it and not left it",
          "a try statement around what enter() returns");
    }
  }

  /**
   * Adds the work to the current stream of the calling thread; it is done later, in the order of
   * that stream. Replays of one graph never overlap, whatever their streams are.
   *
   * @throws GraphWithdrawn if a bundle whose kernels it has was unplugged
   * @throws HandleReleased if it was closed
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture
   */
  @Override
  public void replay() {
    try {
      executable.replay();
    } finally {
      Reference.reachabilityFence(this); // the collector would close it before the replay
    }
  }

  /**
   * Waits until the last replay is done, and reports what its kernels have found.
   *
   * @throws InvalidArgument if an operator of the last replay had a wrong index, such as a class
   *     label out of range; nothing was read or written outside the tensors then
   */
  @Override
  public void awaitBlocking() {
    try {
      executable.awaitBlocking();
    } finally {
      Reference.reachabilityFence(this); // the collector would close it before the wait
    }
  }

  /** Returns the number of captured launches of kernels and of libraries. */
  public int launchCount() {
    return executable.launchCount;
  }

  @Override
  public boolean isUsable() {
    return executable.isUsable();
  }

  /**
   * Waits for the replays and releases the graph with its pool.
   *
   * @throws CudaFailure if the driver cannot wait for a replay; while the device is usable, the
   *     graph stays open then
   */
  @Override
  public void close() {
    executable.end(null);
  }

  /** The graph of the driver; the context refers to it, and not to the user's object. */
  static final class Executable implements Runnable {
    private final GpuContext context;
    private final GraphCapture capture;
    private final CUgraphExec handle;
    private final int launchCount;
    private final Launch launch;
    private final Set<GpuStream> streams = new HashSet<>(); // of replays; guarded by this, as below
    private GpuStream last; // of the last replay; null before the first
    private boolean isEnded;
    private String endedBy; // a bundle; null if it was closed, or is open

    private Executable(GpuContext context, GraphCapture capture, CUgraphExec handle) {
      this.context = context;
      this.capture = capture;
      this.handle = handle;
      this.launchCount = capture.launchCount();
      this.launch = new Launch("a graph of " + launchCount + " launches", "a replay", "a graph");
    }

    private static Executable create(GpuContext context, GraphCapture capture) {
      CUgraph graph = capture.finish();
      context.enter("cuGraphInstantiate");
      CUgraphExec handle = new CUgraphExec();
      Executable made;
      synchronized (capture) {
        capture.requireOpen();
        context.check("cuGraphInstantiate", JCudaDriver.cuGraphInstantiate(handle, graph, 0));
        made = new Executable(context, capture, handle);
        context.graphs().add(made); // before the capture leaves: a withdrawal finds one of them
        context.graphs().end(capture);
      }
      try {
        capture.destroyGraph();
        return made;
      } catch (CudaFailure | DevicePoisoned failed) {
        made.end(null);
        throw failed;
      }
    }

    GraphCapture capture() {
      return capture;
    }

    private synchronized boolean isUsable() {
      return !isEnded && context.isUsable();
    }

    private void requireOpen(String asked) {
      if (isEnded && endedBy != null) {
        throw new GraphWithdrawn(context.device().device().toString(), endedBy);
      }
      if (isEnded) {
        throw new HandleReleased("the graph", asked);
      }
    }

    private synchronized void replay() {
      requireOpen("a replay");
      GpuStream stream = context.stream();
      stream
          .work()
          .addOutside("the replay of a graph", "graphs are not nested", () -> launchOn(stream));
      if (stream != last) {
        streams.removeIf(GpuStream::isDone);
        streams.add(stream);
        last = stream;
      }
      if (context.isBlocking()) {
        stream.awaitBlocking();
      }
    }

    private void launchOn(GpuStream stream) {
      stream.enter("cuGraphLaunch");
      context.launches().add(launch);
      context.check("cuGraphLaunch", JCudaDriver.cuGraphLaunch(handle, stream.handle()));
    }

    private synchronized void awaitBlocking() {
      requireOpen("a wait");
      if (last == null) {
        return;
      }
      last.awaitWork(); // also if it is being closed
      if (last.isClosed() || last.isCapturing()) {
        last = context.stream();
      }
      capture.checks().forEach(this::verify);
    }

    private void verify(Check check) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment numbers = arena.allocate(2L * Long.BYTES, Long.BYTES);
        last.copyToHostBlocking(check.answer().address(), numbers.address(), numbers.byteSize());
        check.require(numbers.toArray(ValueLayout.JAVA_LONG));
      }
    }

    /**
     * Waits for replays and releases everything; {@code bundle} is null if the user closes it. If
     * replays cannot be waited for, the graph stays as it is.
     */
    synchronized void end(String bundle) {
      if (isEnded) {
        return;
      }
      boolean isIdle = false;
      try {
        if (context.isUsable()) {
          streams.forEach(GpuStream::awaitWork);
        }
        isIdle = true;
      } finally {
        if (isIdle || !context.isUsable()) {
          isEnded = true;
          endedBy = bundle;
          release();
        }
      }
    }

    private void release() {
      context.graphs().remove(this);
      try {
        if (context.isUsable()) {
          context.retry("cuGraphExecDestroy", () -> JCudaDriver.cuGraphExecDestroy(handle));
        }
      } finally {
        capture.release();
      }
    }

    /** Closes it; called by the cleaner when nothing refers to the graph. */
    @Override
    public void run() {
      end(null);
    }
  }
}
