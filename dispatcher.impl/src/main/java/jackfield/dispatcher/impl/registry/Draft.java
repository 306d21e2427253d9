package jackfield.dispatcher.impl.registry;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.operator.OperatorEntries;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.operator.OperatorHistory;
import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.dispatcher.impl.operator.Store;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.dispatcher.impl.table.Withdrawable;
import jackfield.kernel.Provenance;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The next state of a registry, built from copies. If building it throws, it is dropped and the
 * registry is unchanged, except for the traces that C10 keeps of a refused registration ({@link
 * Registry#keepTraces}).
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class Draft {
  private final FaultPoint faults;
  private final OperatorHistory.Draft history;
  private OperatorEntries entries; // the registry's until one comes or goes
  private final Map<String, Provenance> namespaces;
  // The changed states of operators, in the order of their first change.
  private final Map<OperatorName, OperatorState> states = new LinkedHashMap<>();
  private final List<OperatorEntry> changed = new ArrayList<>(); // their entries
  private final List<Mark> marks = new ArrayList<>();
  private final List<KernelRegistration> arrivals = new ArrayList<>();
  private final List<Consumer<OperatorListener>> news = new ArrayList<>();
  private Fallbacks fallbacks;
  private long numbered;
  private long created;
  private boolean ownsEntries; // whether they are a copy
  private boolean concernsAll; // build the tables of unchanged operators too

  /** A kernel or fallback, and whether it counts as withdrawn once the draft is stored. */
  private record Mark(Withdrawable registration, boolean isWithdrawn) {}

  Draft(Registry registry, OperatorHistory.Draft history, FaultPoint faults) {
    this.faults = faults;
    this.history = history;
    this.entries = registry.entries();
    this.namespaces = new HashMap<>(registry.namespaces());
    this.fallbacks = registry.fallbacks();
    this.numbered = registry.numbered();
    this.created = registry.created();
  }

  OperatorEntries entries() {
    return entries;
  }

  Map<OperatorName, OperatorState> states() {
    return states;
  }

  Map<String, Provenance> namespaces() {
    return namespaces;
  }

  Fallbacks fallbacks() {
    return fallbacks;
  }

  long numbered() {
    return numbered;
  }

  long created() {
    return created;
  }

  OperatorHistory.Draft history() {
    return history;
  }

  /** Returns the notices for listeners. */
  List<Consumer<OperatorListener>> news() {
    return news;
  }

  /** Returns the kernels that are registered for the first time. */
  List<KernelRegistration> arrivals() {
    return arrivals;
  }

  /** Requests new tables for all operators. */
  void concernAll() {
    concernsAll = true;
  }

  /** Returns the entries that need new tables. */
  List<OperatorEntry> touched() {
    return concernsAll ? entries.all().toList() : changed;
  }

  /** Returns the number of operators that {@code changes} affect. */
  int concerned(List<Change> changes) {
    Set<OperatorName> names = new HashSet<>();
    for (Change change : changes) {
      switch (change) {
        case Change.Define define -> names.add(define.schema().name());
        case KernelRegistration kernel -> names.add(kernel.operator());
        case Change.Name name -> names.add(name.name());
        case Change.Namespace _ -> {} // affects no table
        case Fallbacks.Fallback _ -> {
          return entries.size();
        }
      }
    }
    return names.size();
  }

  /** Returns the state of {@code entry} in this draft. */
  OperatorState state(OperatorEntry entry) {
    return states.getOrDefault(entry.name(), entry.state());
  }

  /** Returns the operator's state for modification; the first call copies it. */
  private OperatorState changing(OperatorName name) {
    OperatorState present = states.get(name);
    if (present != null) {
      return present;
    }
    OperatorEntry entry = entry(name);
    OperatorState copy = entry.state().copy();
    states.put(name, copy);
    changed.add(entry);
    return copy;
  }

  private OperatorEntry entry(OperatorName name) {
    OperatorEntry present = entries.find(name);
    if (present != null) {
      return present;
    }
    OperatorEntry missing = new OperatorEntry(name, ++created, fallbacks);
    changingEntries().add(missing);
    return missing;
  }

  private OperatorEntries changingEntries() {
    if (!ownsEntries) {
      faults.before("copy of the entries");
      entries = entries.copy();
      ownsEntries = true;
    }
    return entries;
  }

  private Fallbacks changingFallbacks() {
    concernsAll = true;
    fallbacks = fallbacks.copy();
    return fallbacks;
  }

  // ---- changes

  /** Applies one commit or withdrawal. */
  void apply(LocalTransaction.Part part) {
    for (Change change : part.changes().changes()) {
      faults.before("change");
      if (part.isAdded()) {
        register(change);
      } else {
        withdraw(change);
      }
    }
  }

  private void register(Change change) {
    switch (change) {
      case Change.Define define -> {
        changing(define.schema().name()).define(define);
        history.definition(true, define);
        news.add(listener -> listener.defined(define.schema()));
      }
      case KernelRegistration registration -> add(registration);
      case Fallbacks.Fallback fallback -> {
        changingFallbacks().add(fallback);
        marks.add(new Mark(fallback, false));
      }
      case Change.Name name -> changing(name.name()).keep();
      case Change.Namespace namespace -> claim(namespace);
    }
  }

  private void add(KernelRegistration registration) {
    OperatorState state = changing(registration.operator());
    KernelRegistration before = state.kernels().first(registration.key());
    if (registration.sequence() == 0) {
      registration.number(++numbered);
      arrivals.add(registration);
    }
    state.add(registration);
    KernelRegistration after = state.kernels().first(registration.key());
    marks.add(new Mark(registration, false));
    history.kernel(true, registration, before, after);
    if (registration.takesPlaceOf(before)) {
      OperatorListener.Overriding overriding = registration.over(before);
      news.add(listener -> listener.overridden(overriding));
    }
  }

  private void claim(Change.Namespace namespace) {
    Provenance present = namespaces.putIfAbsent(namespace.name(), namespace.provenance());
    if (present != null) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.DUPLICATE_LIBRARY,
          namespace.name(),
          "expected no library that defines the namespace, found one by %s; asked by %s; open a"
                  .formatted(present.location(), namespace.provenance().location())
              + " fragment instead");
    }
  }

  private void withdraw(Change change) {
    switch (change) {
      case Change.Define define -> {
        OperatorSchema schema = define.schema();
        changing(schema.name()).undefine();
        history.definition(false, define);
        news.add(listener -> listener.undefined(schema));
      }
      case KernelRegistration registration -> {
        OperatorState state = changing(registration.operator());
        KernelRegistration before = state.kernels().first(registration.key());
        state.remove(registration);
        KernelRegistration after = state.kernels().first(registration.key());
        marks.add(new Mark(registration, true));
        history.kernel(false, registration, before, after);
      }
      case Fallbacks.Fallback fallback -> {
        changingFallbacks().remove(fallback);
        marks.add(new Mark(fallback, true));
      }
      case Change.Name name -> changing(name.name()).release();
      case Change.Namespace namespace -> namespaces.remove(namespace.name());
    }
  }

  /**
   * Removes the operators without registrations and without handles. An operator that this draft
   * changes stays: calls of older epochs may ask for it.
   */
  void prune() {
    List<OperatorEntry> unused =
        entries
            .all()
            .filter(entry -> !states.containsKey(entry.name()) && entry.isUnused())
            .toList();
    if (!unused.isEmpty()) {
      OperatorEntries own = changingEntries();
      unused.forEach(history::outlive);
      unused.forEach(own::remove);
    }
  }

  /** Returns the store that marks registrations as withdrawn or not. */
  Store storing() {
    states.values().forEach(OperatorState::settle);
    Mark[] all = marks.toArray(Mark[]::new);
    return drain -> {
      for (int i = 0; i < all.length; i++) {
        all[i].registration().withdraw(all[i].isWithdrawn());
      }
    };
  }
}
