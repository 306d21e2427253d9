package jackfield.dispatcher.impl.registry;

import jackfield.context.Epochs;
import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.operator.EpochDrain;
import jackfield.dispatcher.impl.operator.History;
import jackfield.dispatcher.impl.operator.OperatorHistory;
import jackfield.dispatcher.impl.operator.Store;
import jackfield.dispatcher.impl.table.Observing;
import jackfield.error.JackfieldException;
import jackfield.report.PlugEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Applies transactions: all changes at once, under the dispatcher's lock, or none. Everything that
 * may throw comes first and works on copies: the changes, the tables, the histories. Then all of it
 * is stored ({@link Store}). Listeners are notified last, without the lock.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock, except {@link #generation}.
 */
final class Commits {
  private static final System.Logger LOG = System.getLogger(Commits.class.getName());

  private final Registry registry;
  private final Publication publication;
  private final KernelWaits waits;
  private final Listeners listeners;
  private final History history;
  private final OperatorHistory operatorHistory;
  private final Libraries libraries = new Libraries();
  private final AtomicLong generation = new AtomicLong(); // written under the lock
  private final FaultPoint faults;

  Commits(
      Registry registry,
      Publication publication,
      KernelWaits waits,
      Listeners listeners,
      History history,
      OperatorHistory operatorHistory,
      FaultPoint faults) {
    this.registry = registry;
    this.publication = publication;
    this.waits = waits;
    this.listeners = listeners;
    this.history = history;
    this.operatorHistory = operatorHistory;
    this.faults = faults;
  }

  /** Returns the number of commits so far. */
  long generation() {
    return generation.get();
  }

  Libraries libraries() {
    return libraries;
  }

  /**
   * Applies all {@code parts} as one generation; if it throws, none. Holds: lock.
   *
   * @param withdrawal the kind of the history entry of a withdrawn commit
   * @param participant state that changes together with the registrations
   */
  Drain apply(
      List<LocalTransaction.Part> parts, PlugEvent.Kind withdrawal, Participant participant) {
    if (parts.isEmpty()) {
      participant.prepare().store(null);
      return new EpochDrain(
          Epochs.now(), publication::cut); // the withdrawal may have been a moment ago
    }
    Draft draft = draft();
    try {
      parts.forEach(draft::apply);
    } catch (JackfieldException refused) {
      registry.keepTraces(draft);
      throw refused;
    }
    List<Store> stores = stores(draft, parts, withdrawal);
    faults.before("participant");
    stores.add(participant.prepare());
    if (parts.stream().anyMatch(part -> !part.isAdded())) {
      draft.prune();
    }
    return publish(draft, registry.observers().all(), stores);
  }

  /** Rebuilds all tables for {@code observers}, as one generation. Holds: lock. */
  Drain observe(List<Observing> observers) {
    Draft draft = draft();
    draft.concernAll();
    List<Store> stores = new ArrayList<>();
    stores.add(drain -> registry.observers().become(observers));
    return publish(draft, observers, stores);
  }

  private Draft draft() {
    return new Draft(registry, operatorHistory.draft(generation.get() + 1), faults);
  }

  private List<Store> stores(
      Draft draft, List<LocalTransaction.Part> parts, PlugEvent.Kind withdrawal) {
    List<Store> stores = new ArrayList<>();
    for (LocalTransaction.Part part : parts) {
      faults.before("event");
      PlugEvent event =
          part.event(generation.get() + 1, withdrawal, draft.concerned(part.changes().changes()));
      stores.add(drain -> {
        part.applied(drain);
        history.add(event);
      });
    }
    faults.before("histories");
    stores.add(libraries.noting(parts));
    stores.add(draft.history().adding());
    stores.add(listeners.telling(draft.news()));
    return stores;
  }

  private Drain publish(Draft draft, List<Observing> observers, List<Store> stores) {
    stores.add(drain -> {
      generation.setRelease(generation.getPlain() + 1);
      waits.wake();
    });
    Drain drain = publication.publish(draft, observers, stores);
    settleQuietly();
    return drain;
  }

  /** Orders the events of the commit. A failure delays that to the next commit. */
  @SuppressWarnings("IllegalCatch") // the commit is valid
  private void settleQuietly() {
    try {
      faults.before("settling the history");
      operatorHistory.settle();
    } catch (Throwable thrown) {
      QuietLog.log(LOG, System.Logger.Level.DEBUG, "the history is not in order for now", thrown);
    }
  }
}
