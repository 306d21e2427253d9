package jackfield.dispatcher.impl.operator;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.PlugEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
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

  /** Returns the event in which one of some providers last withdrew kernels at {@code key}. */
  public Optional<PlugEvent> withdrawalOf(DispatchKey key, Set<Provenance> providers) {
    return events().stream()
        .filter(event -> !event.isPlugged() && event.keys().contains(key))
        .filter(event -> providers.contains(event.provenance()))
        .findFirst();
  }
}
