package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.HandleReleased;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The captures and graphs of a context.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class ContextGraphs {
  private final Set<GraphCapture> captures = new HashSet<>(); // guarded by this
  private final Set<GpuGraph.Executable> graphs = ConcurrentHashMap.newKeySet();
  private boolean isClosed; // guarded by this

  /**
   * Adds a capture and begins it.
   *
   * @param context what errors name
   * @throws HandleReleased if the context is being closed
   */
  synchronized void begin(GraphCapture capture, String context, Runnable start) {
    if (isClosed) {
      throw new HandleReleased(context, "a capture");
    }
    captures.add(capture);
    start.run();
  }

  synchronized void end(GraphCapture capture) {
    captures.remove(capture);
  }

  void add(GpuGraph.Executable graph) {
    graphs.add(graph);
  }

  void remove(GpuGraph.Executable graph) {
    graphs.remove(graph);
  }

  /** Returns the number of graphs and open captures. */
  synchronized int count() {
    return graphs.size() + captures.size();
  }

  /** Runs an action that the driver refuses while a capture is open; returns false if one is. */
  synchronized boolean runWithoutCapture(Runnable action) {
    if (!captures.isEmpty()) {
      return false;
    }
    action.run();
    return true;
  }

  /** Ends captures and graphs; {@code reason} says what ends one, null that it stays. */
  void withdraw(Function<GraphCapture, String> reason) {
    for (GraphCapture each : open()) { // before the graphs: a capture may become one meanwhile
      String found = reason.apply(each);
      if (found != null) {
        each.abort(found);
      }
    }
    for (GpuGraph.Executable each : graphs) {
      String found = reason.apply(each.capture());
      if (found != null) {
        each.end(found);
      }
    }
  }

  private synchronized List<GraphCapture> open() {
    return List.copyOf(captures);
  }

  /** Refuses later captures, and ends and releases those that are open, and all graphs. */
  void close(String reason) {
    synchronized (this) {
      isClosed = true;
    }
    withdraw(_ -> reason);
    open().forEach(GraphCapture::release); // their threads add nothing more
  }
}
