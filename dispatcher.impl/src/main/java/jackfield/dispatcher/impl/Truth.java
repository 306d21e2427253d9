package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKeySet;
import jackfield.dispatch.DispatchTable;
import jackfield.dispatch.Epochs;
import jackfield.dispatch.OperatorListener;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.RegistrationRefused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All registrations: operators with their definitions and kernels, fallbacks, claimed namespaces;
 * and who listens. Tables are derived from it.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class Truth {
  private final Map<OperatorName, OperatorEntry> entries = new TreeMap<>();
  private final Map<String, Provenance> namespaces = new TreeMap<>();
  private final List<OperatorListener> listeners = new ArrayList<>();
  private final Fallbacks fallbacks;
  private final Calls calls;
  private final Observers observers;
  private final OperatorHistory history;
  private long created; // entries so far
  private int prunings; // since all entries were looked at: a handle may die at any time
  private long numbered; // kernels so far

  /** The changes of one commit, to be made or to be taken back. */
  record Step(boolean isArrival, List<ChangeList.Change> changes) {}

  Truth(DispatchKeySet transparent, Calls calls, Observers observers, OperatorHistory history) {
    this.fallbacks = new Fallbacks(transparent);
    this.calls = calls;
    this.observers = observers;
    this.history = history;
  }

  Fallbacks fallbacks() {
    return fallbacks;
  }

  /** Returns the operator's entry, or null. */
  OperatorEntry find(OperatorName name) {
    return entries.get(name);
  }

  /** Returns the operator's entry, made if there is none. */
  OperatorEntry entry(OperatorName name) {
    return entries.computeIfAbsent(
        name,
        missing -> {
          OperatorEntry entry = new OperatorEntry(missing, calls, observers, ++created);
          entry.publishFirst(entry.named(), Epochs.now(), fallbacks);
          return entry;
        });
  }

  /** Returns the entries of operators that something is registered for, by name. */
  List<OperatorEntry> registered() {
    return entries.values().stream().filter(OperatorEntry::isRegistered).toList();
  }

  // ---- changes

  /** Makes all the changes of {@code steps}, or none if one is refused. */
  void applyAll(List<Step> steps) {
    Edit edit = new Edit(this, history);
    boolean complete = false;
    try {
      for (Step step : steps) {
        step.changes().forEach(step.isArrival() ? edit::arrive : edit::leave);
      }
      complete = true;
    } finally {
      if (!complete) {
        edit.rollBack();
        prune();
      }
    }
    edit.tell();
  }

  /** Numbers a registration that comes for the first time. */
  void number(KernelRegistration registration) {
    if (registration.sequence() == 0) {
      registration.number(++numbered);
    }
  }

  void claim(ChangeList.Change.Namespace namespace) {
    Provenance present = namespaces.putIfAbsent(namespace.name(), namespace.provenance());
    if (present != null) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.DUPLICATE_LIBRARY,
          namespace.name(),
          "expected no library that defines the namespace, found one by %s; asked by %s; open a"
                  .formatted(present.place(), namespace.provenance().place())
              + " fragment instead");
    }
  }

  void unclaim(ChangeList.Change.Namespace namespace) {
    namespaces.remove(namespace.name());
  }

  /** Forgets those of {@code touched} that nobody needs; all others once in as many calls. */
  void prune(Collection<OperatorEntry> touched) {
    touched.stream().filter(OperatorEntry::isUnused).forEach(entry -> entries.remove(entry.name()));
    if (++prunings >= entries.size()) {
      prune();
    }
  }

  private void prune() {
    prunings = 0;
    entries.values().removeIf(OperatorEntry::isUnused);
  }

  /** Returns the operators whose tables {@code changes} concern. */
  Collection<OperatorEntry> touched(List<ChangeList.Change> changes) {
    Set<OperatorEntry> touched = new LinkedHashSet<>();
    for (ChangeList.Change change : changes) {
      switch (change) {
        case ChangeList.Change.Define define -> touched.add(entry(define.schema().name()));
        case ChangeList.Change.Kernel(KernelRegistration registration) ->
            touched.add(entry(registration.operator()));
        case ChangeList.Change.Name name -> touched.add(entry(name.name()));
        case ChangeList.Change.Namespace _ -> {} // concerns no table
        case ChangeList.Change.Fall _ -> {
          return all();
        }
      }
    }
    return touched;
  }

  /** Returns all entries. */
  Collection<OperatorEntry> all() {
    return List.copyOf(entries.values());
  }

  /** Builds and publishes the tables of {@code touched} for {@code epoch}, and returns them. */
  List<DispatchTable> publish(Collection<OperatorEntry> touched, long epoch) {
    List<DispatchTable> tables = new ArrayList<>();
    touched.forEach(entry -> tables.addAll(entry.publish(epoch, fallbacks)));
    return tables;
  }

  // ---- listeners

  /** Tells {@code listener} of all definitions, the oldest operator first, and adds it. */
  void listen(OperatorListener listener) {
    entries.values().stream()
        .filter(entry -> entry.definition() != null)
        .sorted(Comparator.comparingLong(OperatorEntry::number))
        .forEach(entry -> listener.defined(entry.definition().schema()));
    listeners.add(listener);
  }

  void forget(OperatorListener listener) {
    listeners.remove(listener);
  }

  List<OperatorListener> listeners() {
    return listeners;
  }
}
