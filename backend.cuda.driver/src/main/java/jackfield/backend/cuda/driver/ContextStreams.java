package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.handle.Handles.StreamHandle;
import jackfield.backend.cuda.driver.thread.ThreadValues;
import jackfield.error.JackfieldException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.JCudaDriver;

/**
 * The streams of a context, and the current stream of each thread. The streams of a capture are a
 * {@link Captured}.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class ContextStreams {
  private final GpuContext context;
  private final Set<GpuStream> all = ConcurrentHashMap.newKeySet();
  private final ThreadValues<GpuStream.Entered> current = new ThreadValues<>();
  private volatile boolean isMemoryShared; // true once a thread has entered a stream
  private volatile boolean isClosing; // written by the thread that closes the context
  private GpuStream usual; // written by createUsual() before the context is published

  ContextStreams(GpuContext context) {
    this.context = context;
  }

  /** Creates the stream of threads that have entered no other one. */
  void createUsual() {
    usual = create();
  }

  GpuStream create() {
    context.enter("cuStreamCreate");
    StreamHandle created = new StreamHandle();
    context.check("cuStreamCreate", JCudaDriver.cuStreamCreate(created, 1)); // not tied to stream 0
    GpuStream added = new GpuStream(context, created);
    all.add(added);
    if (isClosing) { // close() may have looked at the streams before
      added.end();
      throw new HandleReleased(context.toString(), "a stream");
    }
    return added;
  }

  /** Returns the current stream of the calling thread. */
  GpuStream current() {
    GpuStream.Entered own = current.get(null);
    return own == null ? usual : own.stream();
  }

  /** Returns how the calling thread has entered its current stream; null for the usual one. */
  GpuStream.Entered entered() {
    return current.get(null);
  }

  /** Makes a stream the current one of the calling thread. */
  GpuStream.Entered enter(GpuStream.Entered entered) {
    current.set(entered);
    return entered;
  }

  /** Throws in another thread than the one that has entered. */
  void requireThread(GpuStream.Entered entered) {
    if (Thread.currentThread() != entered.thread) {
      throw new StreamRefused(
          "leaving a stream in another thread",
          entered.thread + " has entered it, " + Thread.currentThread() + " leaves it",
          "a try statement around what enter() returns");
    }
  }

  /** Makes the former stream the current one again, or throws if another one is left first. */
  void leave(GpuStream.Entered entered) {
    if (entered() != entered) {
      current().work().refuseInCapture("leaving another stream", "a capture began after it");
      throw new StreamRefused(
          "leaving a stream before the one that was entered last",
          "the thread has entered another stream after it",
          "leaving streams in the reverse order");
    }
    current.set(entered.former);
  }

  /** Throws for the stream of threads that have entered no other one. */
  void refuseUsual(String work, GpuStream stream) {
    if (stream == usual) {
      throw new StreamRefused(
          work + " the context's own stream",
          "threads that have entered no other stream use it",
          "a stream of createStream()");
    }
  }

  /** Returns the refusal to close a stream that a thread has entered. */
  static StreamRefused stillEntered(Thread inside) {
    return new StreamRefused(
        "closing the stream",
        inside + " has entered it",
        "closing what enter() returned, in that thread, before the stream");
  }

  /**
   * Leaves the stream of a capture, and streams that are still entered in it; returns whether there
   * are none.
   */
  boolean leaveCapture(GpuStream.Entered capturing) {
    GpuStream.Entered top = entered();
    GpuStream.Entered last = top;
    while (last != capturing) {
      last.abandon();
      last = last.former;
    }
    current.set(capturing);
    capturing.close();
    return top == capturing;
  }

  /** Has each launch note the memory that it uses, since it may be used by several streams. */
  void shareMemory() {
    isMemoryShared = true;
  }

  boolean isMemoryShared() {
    return isMemoryShared;
  }

  int count() {
    return all.size();
  }

  /** Waits for the work that each stream has now. */
  void awaitWork() {
    all.forEach(GpuStream::awaitWork);
  }

  /** Returns the events after the work that the streams have now; none is left if one fails. */
  List<GpuEvent> ends() {
    List<GpuEvent> ends = new ArrayList<>();
    try {
      for (GpuStream each : all) {
        GpuEvent end = each.mark();
        if (end != null) {
          ends.add(end);
        }
      }
      return ends;
    } catch (CudaFailure | DevicePoisoned failed) {
      ends.forEach(end -> end.closeAfter(failed));
      throw failed;
    }
  }

  void forget(GpuStream closed) {
    all.remove(closed);
  }

  /** Refuses later streams. */
  void beginClose() {
    isClosing = true;
  }

  /** Closes all streams, also those that threads have entered. */
  void close() {
    all.forEach(GpuStream::end);
  }

  /**
   * The streams of a capture: the one that began it, and those that waited for one of its events.
   *
   * <p>Replays run the streams beside each other, so each has blocks of memory of its own, which no
   * ordinary work gets. They belong to another stream that has no work: the pool.
   *
   * <p><em>Threads</em>: safe for all.
   */
  static final class Captured {
    private final GpuContext context;
    private final GpuStream first;
    private final Map<GpuStream, GpuStream> pools =
        new HashMap<>(); // of later ones; guarded by this

    Captured(GpuContext context, GpuStream first) {
      this.context = context;
      this.first = first;
      context.memory().reserve(first);
    }

    GpuStream first() {
      return first;
    }

    /** Returns the stream whose blocks belong to the work of a captured stream. */
    synchronized GpuStream pool(GpuStream stream) {
      return pools.getOrDefault(stream, stream);
    }

    /** Adds a stream with a pool, if {@code join} succeeds. */
    synchronized void add(GpuStream stream, Runnable join) {
      GpuStream pool = context.createStream();
      context.memory().reserve(pool);
      pools.put(stream, pool);
      try {
        join.run();
      } catch (RuntimeException | Error failed) {
        pools.remove(stream);
        endAfter(failed, pool);
        throw failed;
      }
    }

    /** Lets the streams that joined compute again; the capture has ended. */
    void leave() {
      later().forEach(stream -> stream.work().leaveCapture());
    }

    private synchronized List<GpuStream> later() {
      return List.copyOf(pools.keySet());
    }

    /**
     * Returns the memory of all; the first stream cannot be used any more. The first failure is
     * thrown in the end, with the others.
     */
    void end() {
      JackfieldException failure = null;
      for (GpuStream each : all()) {
        try {
          end(each);
        } catch (CudaFailure | DevicePoisoned failed) {
          if (failure == null) {
            failure = failed;
          } else {
            failure.addSuppressed(failed);
          }
        }
      }
      if (failure != null) {
        throw failure;
      }
    }

    private synchronized List<GpuStream> all() {
      List<GpuStream> all = new ArrayList<>(pools.values());
      all.add(first);
      return all;
    }

    private void endAfter(Throwable failure, GpuStream pool) {
      try {
        end(pool);
      } catch (CudaFailure | DevicePoisoned again) {
        failure.addSuppressed(again);
      }
    }

    private void end(GpuStream pool) {
      if (context.isUsable()) {
        pool.end();
      } else {
        context.memory().unreserve(pool);
      }
    }
  }
}
