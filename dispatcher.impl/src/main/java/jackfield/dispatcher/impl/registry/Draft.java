package jackfield.dispatcher.impl.registry;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.operator.ChangeList;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.operator.OperatorHistory;
import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.dispatcher.impl.operator.Store;
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
import java.util.TreeMap;
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
  private Map<OperatorName, OperatorEntry> entries; // the registry's until one comes or goes
  private final Map<String, Provenance> namespaces;
  // The changed states of operators, in the order of their first change.
  private final Map<OperatorName, OperatorState> states = new LinkedHashMap<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<KernelRegistration> arrivals = new ArrayList<>();
  private final List<Consumer<OperatorListener>> news = new ArrayList<>();
  private Fallbacks fallbacks;
  private long numbered;
  private long created;
  private boolean ownsEntries; // whether the map of entries is a copy
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

  Map<OperatorName, OperatorEntry> entries() {
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
    return concernsAll
        ? List.copyOf(entries.values())
        : states.keySet().stream().map(entries::get).toList();
  }

  /** Returns the number of operators that {@code changes} affect. */
  int concerned(List<ChangeList.Change> changes) {
    Set<OperatorName> names = new HashSet<>();
    for (ChangeList.Change change : changes) {
      switch (change) {
        case ChangeList.Change.Define define -> names.add(define.schema().name());
        case ChangeList.Change.Kernel(KernelRegistration kernel) -> names.add(kernel.operator());
        case ChangeList.Change.Name name -> names.add(name.name());
        case ChangeList.Change.Namespace _ -> {} // affects no table
        case ChangeList.Change.Fall _ -> {
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
    return states.computeIfAbsent(name, first -> entry(first).state().copy());
  }

  private OperatorEntry entry(OperatorName name) {
    OperatorEntry present = entries.get(name);
    if (present != null) {
      return present;
    }
    OperatorEntry missing = new OperatorEntry(name, ++created, fallbacks);
    changingEntries().put(name, missing);
    return missing;
  }

  private Map<OperatorName, OperatorEntry> changingEntries() {
    if (!ownsEntries) {
      faults.before("copy of the entries");
      entries = new TreeMap<>(entries);
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
    for (ChangeList.Change change : part.changes().changes()) {
      faults.before("change");
      if (part.isAdded()) {
        register(change);
      } else {
        withdraw(change);
      }
    }
  }

  private void register(ChangeList.Change change) {
    switch (change) {
      case ChangeList.Change.Define define -> {
        changing(define.schema().name()).define(define);
        history.definition(true, define);
        news.add(listener -> listener.defined(define.schema()));
      }
      case ChangeList.Change.Kernel(KernelRegistration registration) -> add(registration);
      case ChangeList.Change.Fall(Fallbacks.Fallback fallback) -> {
        changingFallbacks().add(fallback);
        marks.add(new Mark(fallback, false));
      }
      case ChangeList.Change.Name name -> changing(name.name()).keep();
      case ChangeList.Change.Namespace namespace -> claim(namespace);
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

  private void claim(ChangeList.Change.Namespace namespace) {
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

  private void withdraw(ChangeList.Change change) {
    switch (change) {
      case ChangeList.Change.Define define -> {
        OperatorSchema schema = define.schema();
        changing(schema.name()).undefine();
        history.definition(false, define);
        news.add(listener -> listener.undefined(schema));
      }
      case ChangeList.Change.Kernel(KernelRegistration registration) -> {
        OperatorState state = changing(registration.operator());
        KernelRegistration before = state.kernels().first(registration.key());
        state.remove(registration);
        KernelRegistration after = state.kernels().first(registration.key());
        marks.add(new Mark(registration, true));
        history.kernel(false, registration, before, after);
      }
      case ChangeList.Change.Fall(Fallbacks.Fallback fallback) -> {
        changingFallbacks().remove(fallback);
        marks.add(new Mark(fallback, true));
      }
      case ChangeList.Change.Name name -> changing(name.name()).release();
      case ChangeList.Change.Namespace namespace -> namespaces.remove(namespace.name());
    }
  }

  /**
   * Removes the operators without registrations and without handles. An operator that this draft
   * changes stays: calls of older epochs may ask for it.
   */
  void prune() {
    List<OperatorName> unused =
        entries.values().stream()
            .filter(entry -> !states.containsKey(entry.name()) && entry.isUnused())
            .map(OperatorEntry::name)
            .toList();
    if (!unused.isEmpty()) {
      Map<OperatorName, OperatorEntry> own = changingEntries();
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
