package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The work of some streams that uses memory, until it is done. An event is recorded on each stream.
 * If the driver refuses one, it is recorded later: the memory waits for more work than necessary
 * then, and is not lost.
 *
 * <p><em>Threads</em>: the caller has a lock.
 */
final class PendingUse {
  private static final System.Logger LOG = System.getLogger(PendingUse.class.getName());

  private final List<GpuStream> unmarked; // streams without an event
  private final List<GpuEvent> events = new ArrayList<>();

  /** Notes the work that the streams have now; throws nothing of the driver's. */
  PendingUse(List<GpuStream> users) {
    unmarked = new ArrayList<>(users);
    mark();
  }

  private void mark() {
    for (Iterator<GpuStream> each = unmarked.iterator(); each.hasNext(); ) {
      try {
        GpuEvent end = each.next().mark();
        each.remove();
        if (end != null) {
          events.add(end);
        }
      } catch (CudaFailure | DevicePoisoned refused) {
        LOG.log(System.Logger.Level.DEBUG, "memory waits for a stream without an event", refused);
        return;
      }
    }
  }

  /** Returns whether the work is done. */
  boolean isDone() {
    mark();
    while (!events.isEmpty() && events.getLast().isDone()) {
      events.getLast().close();
      events.removeLast();
    }
    return events.isEmpty() && unmarked.isEmpty();
  }

  /** Waits until the work is done. */
  void awaitBlocking() {
    mark();
    for (GpuStream each : unmarked) {
      each.awaitWork();
    }
    unmarked.clear();
    events.forEach(GpuEvent::awaitBlocking);
  }
}
