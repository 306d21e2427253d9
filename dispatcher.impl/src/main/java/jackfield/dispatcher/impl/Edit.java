package jackfield.dispatcher.impl;

import jackfield.dispatch.OperatorListener;
import jackfield.dispatch.OperatorSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One attempt to change the truth, of which all succeeds or nothing remains. Each change that is
 * made leaves behind how it is undone and what is to be told of it; nothing is told before the last
 * one has succeeded.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class Edit {
  private final Truth truth;
  private final OperatorHistory history;
  private final OperatorHistory.Moment moment;
  private final List<Runnable> undos = new ArrayList<>();
  private final List<Runnable> news = new ArrayList<>();
  // What the entries lose with their last registration, as it was before the first one left.
  private final Map<OperatorEntry, Runnable> lasting = new HashMap<>();

  Edit(Truth truth, OperatorHistory history) {
    this.truth = truth;
    this.history = history;
    this.moment = history.moment();
  }

  /** Registers what {@code change} says. */
  void arrive(ChangeList.Change change) {
    switch (change) {
      case ChangeList.Change.Define define -> define(define);
      case ChangeList.Change.Kernel(KernelRegistration registration) -> add(registration);
      case ChangeList.Change.Fall(Fallbacks.Fallback fallback) -> {
        Fallbacks.Fallback before = truth.fallbacks().add(fallback);
        undos.add(() -> truth.fallbacks().restore(fallback, before));
        news.add(() -> fallback.withdraw(false));
      }
      case ChangeList.Change.Name name -> {
        truth.entry(name.name()).keep();
        undos.add(() -> truth.entry(name.name()).release());
      }
      case ChangeList.Change.Namespace namespace -> {
        truth.claim(namespace);
        undos.add(() -> truth.unclaim(namespace));
      }
    }
  }

  private void define(ChangeList.Change.Define define) {
    OperatorEntry entry = truth.entry(define.schema().name());
    entry.define(define);
    undos.add(entry::undefine);
    news.add(() -> {
      history.definition(moment, true, define);
      tell(listener -> listener.defined(define.schema()));
    });
  }

  private void add(KernelRegistration registration) {
    OperatorEntry entry = truth.entry(registration.operator());
    KernelRegistration before = entry.kernels().first(registration.key());
    truth.number(registration);
    entry.add(registration);
    KernelRegistration after = entry.kernels().first(registration.key());
    undos.add(() -> entry.remove(registration));
    news.add(() -> {
      registration.withdraw(false);
      history.kernel(moment, true, registration, before, after);
      if (registration.takesPlaceOf(before)) {
        OperatorListener.Overriding overriding = registration.over(before);
        tell(listener -> listener.overridden(overriding));
      }
    });
  }

  /** Takes back what {@code change} registered. */
  void leave(ChangeList.Change change) {
    switch (change) {
      case ChangeList.Change.Define define -> undefine(define);
      case ChangeList.Change.Kernel(KernelRegistration registration) -> remove(registration);
      case ChangeList.Change.Fall(Fallbacks.Fallback fallback) -> {
        Fallbacks.Fallback before = truth.fallbacks().remove(fallback);
        undos.add(() -> truth.fallbacks().restore(fallback, before));
        news.add(() -> fallback.withdraw(true));
      }
      case ChangeList.Change.Name name -> {
        OperatorEntry entry = remembered(truth.entry(name.name()));
        entry.release();
        undos.add(entry::keep);
      }
      case ChangeList.Change.Namespace namespace -> {
        truth.unclaim(namespace);
        undos.add(() -> truth.claim(namespace));
      }
    }
  }

  private void undefine(ChangeList.Change.Define define) {
    OperatorSchema schema = define.schema();
    OperatorEntry entry = remembered(truth.entry(schema.name()));
    entry.undefine();
    undos.add(() -> entry.define(define));
    news.add(() -> {
      tell(listener -> listener.undefining(schema));
      history.definition(moment, false, define);
    });
  }

  private void remove(KernelRegistration registration) {
    OperatorEntry entry = remembered(truth.entry(registration.operator()));
    KernelRegistration before = entry.kernels().first(registration.key());
    entry.remove(registration);
    KernelRegistration after = entry.kernels().first(registration.key());
    undos.add(() -> entry.add(registration));
    news.add(() -> {
      registration.withdraw(true);
      history.kernel(moment, false, registration, before, after);
    });
  }

  private OperatorEntry remembered(OperatorEntry entry) {
    lasting.computeIfAbsent(entry, OperatorEntry::lasting);
    return entry;
  }

  private void tell(Consumer<OperatorListener> event) {
    truth.listeners().forEach(event);
  }

  /** Undoes all that was done, the last first. */
  void rollBack() {
    undos.reversed().forEach(Runnable::run);
    lasting.values().forEach(Runnable::run);
  }

  /** Tells listeners and the history of all that was done, in its order. */
  void tell() {
    news.forEach(Runnable::run);
  }
}
