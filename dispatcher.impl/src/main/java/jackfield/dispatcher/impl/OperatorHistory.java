package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.OperatorEvent;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.Provenance;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What came to and left each operator, the last {@value #MOST_EVENTS} times; holds names, never a
 * bundle's objects. It outlives the operator, so that one can be asked who took it along; of more
 * than {@value #MOST_OPERATORS} operators the one that changed or was asked for longest ago goes.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class OperatorHistory {
  private static final int MOST_EVENTS = 16;
  private static final int MOST_OPERATORS = 4096;

  private final LongSupplier nextGeneration;
  private final Map<OperatorName, Deque<Event>> events = new Recent<>(); // guarded by this

  /** When a commit was made; its events share it. */
  record Moment(long generation, Instant time) {}

  /** An event, small: absent parts are null. */
  private record Event(
      Moment moment,
      boolean isArrival,
      DispatchKey key,
      Provenance provenance,
      Provenance before,
      Provenance after) {

    OperatorEvent told() {
      return new OperatorEvent(
          moment.generation(),
          moment.time(),
          isArrival,
          Optional.ofNullable(key),
          provenance,
          Optional.ofNullable(before),
          Optional.ofNullable(after));
    }
  }

  private static final class Recent<V> extends LinkedHashMap<OperatorName, V> {
    private static final long serialVersionUID = 1;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<OperatorName, V> eldest) {
      return size() > MOST_OPERATORS;
    }
  }

  /** Creates an empty history; {@code nextGeneration} tells that of the commit being made. */
  OperatorHistory(LongSupplier nextGeneration) {
    this.nextGeneration = nextGeneration;
  }

  Moment moment() {
    return new Moment(nextGeneration.getAsLong(), Instant.now());
  }

  /** Remembers a definition that came or left. */
  void definition(Moment moment, boolean isArrival, ChangeList.Change.Define definition) {
    Provenance by = definition.provenance();
    add(
        definition.schema().name(),
        new Event(moment, isArrival, null, by, isArrival ? null : by, isArrival ? by : null));
  }

  /** Remembers a kernel that came or left, with who had its key before and has it afterwards. */
  void kernel(
      Moment moment,
      boolean isArrival,
      KernelRegistration registration,
      KernelRegistration before,
      KernelRegistration after) {
    add(
        registration.operator(),
        new Event(
            moment,
            isArrival,
            registration.key(),
            registration.provenance(),
            before == null ? null : before.provenance(),
            after == null ? null : after.provenance()));
  }

  private synchronized void add(OperatorName operator, Event event) {
    Deque<Event> own = events.computeIfAbsent(operator, first -> new ArrayDeque<>(2));
    own.addFirst(event);
    if (own.size() > MOST_EVENTS) {
      own.removeLast();
    }
  }

  /** Returns the events of an operator, the newest first. */
  synchronized List<OperatorEvent> of(OperatorName operator) {
    Deque<Event> own = events.get(operator);
    return own == null ? List.of() : own.stream().map(Event::told).toList();
  }
}
