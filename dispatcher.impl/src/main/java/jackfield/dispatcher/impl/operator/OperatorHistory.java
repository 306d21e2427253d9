package jackfield.dispatcher.impl.operator;

import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorEvent;
import jackfield.schema.OperatorName;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The last {@value #MOST_EVENTS} registrations and withdrawals of each operator. It holds names,
 * never an object of a bundle. It outlives the operator, so that it can tell which bundle withdrew
 * the definition. Of more than {@value #MOST_OPERATORS} operators, the least recently changed or
 * read one is dropped.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class OperatorHistory {
  private static final int MOST_EVENTS = 16;
  private static final int MOST_OPERATORS = 4096;

  private Recent events = new Recent(Map.of()); // guarded by this; its lists are never modified

  /** The time of a commit, shared by its events. */
  record Moment(long generation, Instant time) {}

  /** An event in compact form: absent parts are null. */
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

  /** The events by operator, newest first; operators in order of access, the last read one last. */
  private static final class Recent extends LinkedHashMap<OperatorName, List<Event>> {
    private static final long serialVersionUID = 1;

    Recent(Map<OperatorName, List<Event>> others) {
      super(16, 0.75f, true);
      putAll(others);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<OperatorName, List<Event>> eldest) {
      return size() > MOST_OPERATORS;
    }
  }

  /** The events of one commit; they become part of the history when the commit is stored. */
  public final class Draft {
    private final Moment moment;
    private final Map<OperatorName, Deque<Event>> added = new LinkedHashMap<>();

    private Draft(Moment moment) {
      this.moment = moment;
    }

    /** Adds the registration or withdrawal of a definition. */
    public void definition(boolean isArrival, ChangeList.Change.Define definition) {
      Provenance by = definition.provenance();
      add(
          definition.schema().name(),
          new Event(moment, isArrival, null, by, isArrival ? null : by, isArrival ? by : null));
    }

    /** Adds the registration or withdrawal of a kernel, with the active kernel before and after. */
    public void kernel(
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

    private void add(OperatorName operator, Event event) {
      added.computeIfAbsent(operator, first -> new ArrayDeque<>(2)).addFirst(event);
    }

    /** Returns the store that adds the events to the history. */
    public Store adding() {
      Recent next = with(added);
      return drain -> become(next);
    }
  }

  /** Begins the events of the commit with number {@code generation}. */
  public Draft draft(long generation) {
    return new Draft(new Moment(generation, Instant.now()));
  }

  private synchronized Recent with(Map<OperatorName, Deque<Event>> added) {
    Recent next = new Recent(events);
    added.forEach((operator, newest) -> {
      List<Event> older = next.getOrDefault(operator, List.of());
      next.put(
          operator, Stream.concat(newest.stream(), older.stream()).limit(MOST_EVENTS).toList());
    });
    return next;
  }

  private synchronized void become(Recent next) {
    events = next;
  }

  /** Returns the events of an operator, the newest first. */
  public synchronized List<OperatorEvent> of(OperatorName operator) {
    List<Event> own = events.get(operator);
    return own == null ? List.of() : own.stream().map(Event::told).toList();
  }
}
