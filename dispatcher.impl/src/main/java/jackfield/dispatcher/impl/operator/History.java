package jackfield.dispatcher.impl.operator;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.PlugEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The last {@value #CAPACITY} registrations and withdrawals of bundles. It holds names, never an
 * object of a bundle.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class History {
  private static final int CAPACITY = 1000;
  // Guarded by this, the newest first; of fixed size, so that adding allocates nothing.
  private final Deque<PlugEvent> events = new ArrayDeque<>(CAPACITY + 1);

  public synchronized void add(PlugEvent event) {
    events.addFirst(event);
    if (events.size() > CAPACITY) {
      events.removeLast();
    }
  }

  public synchronized List<PlugEvent> events() {
    return List.copyOf(events);
  }

  /**
   * Returns which of some providers last withdrew kernels at {@code key}, as text; empty if none
   * did.
   */
  public String departureOf(DispatchKey key, Set<Provenance> providers) {
    for (PlugEvent event : events()) {
      boolean isOne = providers.contains(event.provenance());
      if (isOne && !event.isArrival() && event.keys().contains(key)) {
        double seconds = Duration.between(event.time(), Instant.now()).toMillis() / 1e3;
        return String.format(
            Locale.ROOT,
            "%s left %.1f s ago: %s %s",
            key,
            seconds,
            event.provenance(),
            event.kind() == PlugEvent.Kind.CUT_OFF ? "failed too often" : "was stopped");
      }
    }
    return "";
  }
}
