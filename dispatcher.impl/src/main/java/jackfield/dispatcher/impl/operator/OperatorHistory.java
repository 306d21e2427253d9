package jackfield.dispatcher.impl.operator;

import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorEvent;
import jackfield.schema.OperatorName;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The last {@value #MOST_EVENTS} registrations and withdrawals of each operator. It holds names,
 * never an object of a bundle. An entry holds the events of its operator. They outlive it, so that
 * they can tell which bundle withdrew the definition. Of more than {@value #MOST_OPERATORS}
 * operators without an entry, the least recently changed or read one is dropped.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class OperatorHistory {
  private static final int MOST_EVENTS = 16;
  private static final int MOST_OPERATORS = 4096;
  private static final Event[] NONE = {};

  private final Function<OperatorName, OperatorEntry> entries; // gives null for none
  private final Recent gone = new Recent(); // its arrays are never modified
  // The events of the last commit as far as they are not among the others yet.
  private Map<OperatorName, Deque<Event>> latest = Map.of();

  /** The time of a commit, shared by its events. */
  record Moment(long generation, Instant time) {
    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof Moment that
              && generation == that.generation
              && time.equals(that.time));
    }

    @Override
    public int hashCode() {
      return Long.hashCode(generation);
    }
  }

  /** An event in compact form: absent parts are null. */
  record Event(
      Moment moment,
      boolean isRegistration,
      DispatchKey key,
      Provenance provenance,
      Provenance before,
      Provenance after) {

    // A commit compares thousands of events; the methods of records are linked at run time.
    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof Event that && isEqualTo(that));
    }

    private boolean isEqualTo(Event that) {
      return key == that.key
          && isRegistration == that.isRegistration
          && moment.equals(that.moment)
          && Objects.equals(provenance, that.provenance)
          && Objects.equals(before, that.before)
          && Objects.equals(after, that.after);
    }

    @Override
    public int hashCode() {
      long places = provenance.sequence() + 31 * sequence(before) + 961 * sequence(after);
      return Long.hashCode(
          31 * (31 * places + (key == null ? -1 : key.ordinal())) + moment.generation());
    }

    private static long sequence(Provenance provenance) {
      return provenance == null ? -1 : provenance.sequence();
    }

    OperatorEvent told() {
      return new OperatorEvent(
          moment.generation(),
          moment.time(),
          isRegistration,
          Optional.ofNullable(key),
          provenance,
          Optional.ofNullable(before),
          Optional.ofNullable(after));
    }
  }

  /**
   * The events of operators without an entry, newest first; operators in order of access, the last
   * read one last.
   */
  private static final class Recent extends LinkedHashMap<OperatorName, Event[]> {
    private static final long serialVersionUID = 1;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<OperatorName, Event[]> eldest) {
      return size() > MOST_OPERATORS;
    }
  }

  /** The events of one commit; they become part of the history when the commit is stored. */
  public final class Draft {
    private final Moment moment;
    private final Map<OperatorName, Deque<Event>> added = new LinkedHashMap<>();
    private final Map<Event, Event> distinct = new HashMap<>(); // most operators have equal ones

    private Draft(Moment moment) {
      this.moment = moment;
    }

    /** Adds the registration or withdrawal of a definition. */
    public void definition(boolean isRegistration, Change.Define definition) {
      Provenance by = definition.provenance();
      add(
          definition.schema().name(),
          new Event(
              moment,
              isRegistration,
              null,
              by,
              isRegistration ? null : by,
              isRegistration ? by : null));
    }

    /** Adds the registration or withdrawal of a kernel, with the active kernel before and after. */
    public void kernel(
        boolean isRegistration,
        KernelRegistration registration,
        KernelRegistration before,
        KernelRegistration after) {
      add(
          registration.operator(),
          new Event(
              moment,
              isRegistration,
              registration.key(),
              registration.provenance(),
              before == null ? null : before.provenance(),
              after == null ? null : after.provenance()));
    }

    private void add(OperatorName operator, Event event) {
      Event present = distinct.putIfAbsent(event, event);
      added
          .computeIfAbsent(operator, first -> new ArrayDeque<>(2))
          .addFirst(present == null ? event : present);
    }

    /** Keeps the events of an entry that the commit removes. */
    public void outlive(OperatorEntry removed) {
      OperatorHistory.this.outlive(removed);
    }

    /** Returns the store that adds the events to the history. It allocates nothing. */
    public Store adding() {
      settle(); // so that the store can drop nothing
      return drain -> become(added);
    }
  }

  /** Creates a history; {@code entries} gives the entry of an operator, or null. */
  public OperatorHistory(Function<OperatorName, OperatorEntry> entries) {
    this.entries = entries;
  }

  /** Begins the events of the commit with number {@code generation}. */
  public Draft draft(long generation) {
    return new Draft(new Moment(generation, Instant.now()));
  }

  private void become(Map<OperatorName, Deque<Event>> added) {
    latest = added;
  }

  /**
   * Moves the events of the last commit to the others. If it fails in between, for lack of memory
   * or stack, the next attempt completes it.
   */
  public void settle() {
    Map<List<Event>, Event[]> distinct = new HashMap<>(); // most operators have equal events
    var rest = latest.entrySet().iterator();
    while (rest.hasNext()) {
      Map.Entry<OperatorName, Deque<Event>> next = rest.next();
      OperatorEntry entry = entries.apply(next.getKey());
      Event[] all = joined(next.getValue(), past(next.getKey(), entry));
      Event[] present = distinct.putIfAbsent(Arrays.asList(all), all);
      keep(next.getKey(), entry, present == null ? all : present);
      rest.remove();
    }
    latest = Map.of();
  }

  /** Returns the events so far; {@code entry} is null if the operator has none. */
  private Event[] past(OperatorName operator, OperatorEntry entry) {
    Event[] held = entry == null ? null : entry.events();
    return held != null ? held : gone.getOrDefault(operator, NONE);
  }

  private void keep(OperatorName operator, OperatorEntry entry, Event[] all) {
    if (entry == null) {
      gone.put(operator, all);
    } else {
      entry.become(all);
      gone.remove(operator);
    }
  }

  /** Keeps the events of an entry that is about to be removed. */
  public void outlive(OperatorEntry removed) {
    if (removed.events() != null) {
      gone.put(removed.name(), removed.events());
    }
  }

  private static Event[] joined(Deque<Event> newest, Event[] older) {
    if (older.length > 0 && older[0].equals(newest.peekFirst())) {
      return older; // an attempt that failed has joined them
    }
    Event[] all = new Event[Math.min(MOST_EVENTS, newest.size() + older.length)];
    int count = 0;
    for (Event event : newest) {
      if (count < all.length) {
        all[count++] = event;
      }
    }
    System.arraycopy(older, 0, all, count, all.length - count);
    return all;
  }

  /** Returns the events of an operator, the newest first. */
  public List<OperatorEvent> of(OperatorName operator) {
    settle();
    return Arrays.stream(past(operator, entries.apply(operator))).map(Event::told).toList();
  }
}
