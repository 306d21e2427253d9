package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.OperatorEntries;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.dispatcher.impl.table.Calls;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.Observers;
import jackfield.dispatcher.impl.table.Resolved;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.schema.OperatorName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All registrations: operators with their definitions and kernels, fallbacks, claimed namespaces,
 * observers. The dispatch tables are computed from it. A commit creates a {@link Draft} of the next
 * state; nothing changes here until the draft is stored.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class Registry {
  /** Keys that calls skip while no kernel is registered; C10 has fallthrough fallbacks there. */
  static final DispatchKeySet TRANSPARENT =
      KeySets.DEFAULT_INCLUDED
          .or(KeySets.AUTOGRAD)
          .or(KeySets.AUTOCAST)
          .or(KeySets.BACKENDS)
          .add(DispatchKey.PROFILER);

  private final Observers observers;
  private OperatorEntries entries = new OperatorEntries();
  private Map<String, Provenance> namespaces = new TreeMap<>();
  private Fallbacks fallbacks;
  private long numbered; // kernels so far
  private long created; // entries so far

  Registry(DispatchKeySet transparent, Calls calls, Observers observers) {
    this.fallbacks = new Fallbacks(transparent, calls);
    this.observers = observers;
  }

  Observers observers() {
    return observers;
  }

  Fallbacks fallbacks() {
    return fallbacks;
  }

  OperatorEntries entries() {
    return entries;
  }

  Map<String, Provenance> namespaces() {
    return namespaces;
  }

  long numbered() {
    return numbered;
  }

  long created() {
    return created;
  }

  /** Returns the operator's entry, or null. */
  OperatorEntry find(OperatorName name) {
    return entries.find(name);
  }

  /** Returns the operator's entry; creates it if there is none. */
  OperatorEntry entry(OperatorName name) {
    OperatorEntry present = entries.find(name);
    if (present != null) {
      return present;
    }
    OperatorEntry missing = new OperatorEntry(name, ++created, fallbacks);
    entries.add(missing);
    return missing;
  }

  /** Returns the state of an operator, or null if nothing is registered for it. */
  OperatorState registered(OperatorName name) {
    OperatorEntry entry = entries.find(name);
    return entry == null || !entry.state().isRegistered() ? null : entry.state();
  }

  /** Returns the states of all operators for which anything is registered, by name. */
  List<OperatorState> registered() {
    return entries.sorted().stream()
        .map(OperatorEntry::state)
        .filter(OperatorState::isRegistered)
        .toList();
  }

  /** Returns the definitions, those of the oldest entries first. */
  List<Change.Define> definitions() {
    return entries
        .all()
        .sorted(Comparator.comparingLong(OperatorEntry::number))
        .map(entry -> entry.state().definition())
        .filter(definition -> definition != null)
        .toList();
  }

  /** Returns all entries, in no order. */
  Stream<OperatorEntry> all() {
    return entries.all();
  }

  /** Returns, for each slot, the kernel of the table and the reason for the choice. */
  Resolved resolve(OperatorEntry entry) {
    return entry.state().resolve(fallbacks);
  }

  /** Removes an operator that is not used any more. */
  void remove(OperatorEntry unused) {
    entries.remove(unused);
  }

  /** Keeps the name of an operator known, although nothing is registered for it. */
  void leaveBehind(OperatorEntry entry) {
    OperatorState next = entry.state().copy();
    next.leaveBehind();
    entry.become(next);
  }

  /** Keeps the parts of a refused draft that C10 keeps, too. */
  void keepTraces(Draft refused) {
    for (Map.Entry<OperatorName, OperatorState> touched : refused.states().entrySet()) {
      OperatorEntry present = entries.find(touched.getKey());
      OperatorState before =
          present == null ? new OperatorState(touched.getKey()) : present.state();
      OperatorState traced = before.withTracesOf(touched.getValue());
      if (traced != before) {
        entry(touched.getKey()).become(traced);
      }
    }
  }

  /** Replaces the state by that of {@code draft}. It allocates nothing and cannot fail. */
  void become(Draft draft) {
    entries = draft.entries();
    namespaces = draft.namespaces();
    fallbacks = draft.fallbacks();
    numbered = draft.numbered();
    created = draft.created();
  }
}
