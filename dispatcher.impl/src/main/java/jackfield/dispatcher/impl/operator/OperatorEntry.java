package jackfield.dispatcher.impl.operator;

import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.kernel.CallWatch;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.TableSource;
import jackfield.schema.OperatorName;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One operator: its registrations and its handles, one boxed handle and one for each type. Handles
 * are weakly referenced, since a typed handle is of a class of the library, whose bundle may be
 * unplugged. The entry stays while a caller holds a handle, so that the handle works again when the
 * operator is defined again.
 *
 * <p>Only handles have tables. A handle that is created inside a call of an older epoch needs the
 * tables of that epoch. So an entry keeps its earlier {@linkplain Version versions} until no thread
 * is inside an older epoch.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class OperatorEntry {
  private final long number;
  private List<WeakReference<Operator>> handles = List.of(); // replaced, never changed
  private Version version;
  private OperatorHistory.Event[] events; // null until the first commit

  /** A new table and its operator. */
  public record Built(Operator operator, DispatchTable table) {}

  /** What tables are built from, from one epoch on. */
  public static final class Version {
    private final OperatorEntry entry;
    private final Fallbacks fallbacks;
    private OperatorState state;
    private TableSource source; // null until the first table is built; the same for all handles
    private long epoch = 1; // that of the first version, since there is no earlier one
    private Version previous; // unlinked when no thread is inside an older epoch

    private Version(OperatorEntry entry, OperatorState state, Fallbacks fallbacks) {
      this.entry = entry;
      this.state = state;
      this.fallbacks = fallbacks;
    }

    /** Returns the operator's entry. */
    public OperatorEntry entry() {
      return entry;
    }

    /** Returns the first epoch in which the version is valid. */
    public long epoch() {
      return epoch;
    }

    /** Makes this the current version, valid from {@code first} on; allocates nothing. */
    public void begin(long first) {
      epoch = first;
      previous = entry.version;
      entry.version = this;
    }

    /** Releases the earlier versions, when no thread is inside an older epoch. */
    public void cutPrevious() {
      previous = null;
    }

    /** Builds a table of {@code operator}. */
    public Built build(Operator operator, CallWatch watch) {
      Internals.TABLES.define(operator, state.schema());
      if (source == null) {
        source = state.resolve(fallbacks);
      }
      return new Built(operator, new DispatchTable(source, operator, watch));
    }

    /** Returns the tags of the operator. */
    public List<Integer> tags() {
      return state.tags();
    }
  }

  /** Creates an entry; entries are ordered by {@code number}. */
  public OperatorEntry(OperatorName name, long number, Fallbacks fallbacks) {
    this.number = number;
    this.version = new Version(this, new OperatorState(name), fallbacks);
  }

  public long number() {
    return number;
  }

  public OperatorName name() {
    return version.state.name();
  }

  /** Returns the events of the operator's history, or null. */
  OperatorHistory.Event[] events() {
    return events;
  }

  void become(OperatorHistory.Event[] newEvents) {
    events = newEvents;
  }

  /** Returns the registered state, which must not be modified. */
  public OperatorState state() {
    return version.state;
  }

  /** Replaces the registered state of the current version, whose tables stay valid. */
  public void become(OperatorState next) {
    version.state = next;
    version.source = null;
  }

  /** Returns a version that can {@linkplain Version#begin begin} later. */
  public Version next(OperatorState next, Fallbacks fallbacks) {
    return new Version(this, next, fallbacks);
  }

  /** Returns the versions that calls may be inside, the oldest first. */
  public Deque<Version> versions() {
    Deque<Version> versions = new ArrayDeque<>();
    for (Version each = version; each != null; each = each.previous) {
      versions.addFirst(each);
    }
    return versions;
  }

  /** Returns the handle of {@code type} (null: the boxed handle), or null if there is none. */
  public Operator handle(OperatorType<?, ?, ?> type) {
    for (Operator handle : handles()) {
      if (handle.type() == type) {
        return handle;
      }
    }
    return null;
  }

  public void addHandle(Operator operator) {
    keep(Stream.concat(handles().stream(), Stream.of(operator)));
  }

  /** Returns whether a caller holds a handle. */
  public boolean isHeld() {
    return !handles().isEmpty();
  }

  /** Returns whether nothing is registered, no caller holds a handle and no call may ask. */
  public boolean isUnused() {
    return version.previous == null && !version.state.isRegistered() && !isHeld();
  }

  private List<Operator> handles() {
    if (handles.isEmpty()) {
      return List.of(); // as for most operators
    }
    List<Operator> held = new ArrayList<>(handles.size());
    for (WeakReference<Operator> handle : handles) {
      Operator operator = handle.get();
      if (operator != null) {
        held.add(operator);
      }
    }
    if (held.size() < handles.size()) {
      keep(held.stream());
    }
    return held;
  }

  private void keep(Stream<Operator> held) {
    handles = held.map(Internals.TABLES::reference).collect(Collectors.toUnmodifiableList());
  }

  /** Builds the tables of all handles from {@code next}. */
  public List<Built> build(Version next, CallWatch watch) {
    return handles().stream().map(operator -> next.build(operator, watch)).toList();
  }
}
