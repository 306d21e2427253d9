package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.Provenance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who came and who left, the last {@value #CAPACITY} times; holds names, never a bundle's objects.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class History {
  private static final int CAPACITY = 1000;
  private final Deque<Event> events = new ArrayDeque<>(); // guarded by this, newest first

  /**
   * A commit or a withdrawal.
   *
   * @param operators how many operators it touched
   * @param keys the keys that kernels were at
   */
  record Event(
      long generation,
      Instant time,
      boolean isArrival,
      Provenance provenance,
      int operators,
      Set<DispatchKey> keys) {}

  synchronized void add(Event event) {
    events.addFirst(event);
    if (events.size() > CAPACITY) {
      events.removeLast();
    }
  }

  synchronized List<Event> events() {
    return List.copyOf(events);
  }

  /** Returns in words who last left {@code key}, or an empty text if nobody did. */
  String departureOf(DispatchKey key) {
    for (Event event : events()) {
      if (!event.isArrival() && event.keys().contains(key)) {
        double seconds = Duration.between(event.time(), Instant.now()).toMillis() / 1e3;
        return String.format(
            Locale.ROOT, "%s left %.1f s ago: %s was stopped", key, seconds, event.provenance());
      }
    }
    return "";
  }
}
