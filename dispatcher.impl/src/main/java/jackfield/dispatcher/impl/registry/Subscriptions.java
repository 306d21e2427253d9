package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.operator.EpochDrain;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.Observers;
import jackfield.dispatcher.impl.table.Observing;
import jackfield.report.CallObserver;
import jackfield.report.OperatorListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The listeners to operators and the observers of calls. The first observer and the last one to
 * leave change the tables, so each is a commit.
 */
final class Subscriptions {
  private final ReentrantLock lock;
  private final Registry registry; // guarded by lock
  private final Listeners listeners;
  private final Observers observers; // changed under lock
  private final Commits commits; // guarded by lock
  private final Publication publication; // guarded by lock

  Subscriptions(
      ReentrantLock lock,
      Registry registry,
      Listeners listeners,
      Observers observers,
      Commits commits,
      Publication publication) {
    this.lock = lock;
    this.registry = registry;
    this.listeners = listeners;
    this.observers = observers;
    this.commits = commits;
    this.publication = publication;
  }

  /** Adds a listener, and tells it the operators that are defined. */
  Registration listen(OperatorListener target, String owner) {
    Listeners.Listener listener = new Listeners.Listener(target, owner);
    Listening handle = new Listening(() -> forget(listener));
    lock.lock();
    try {
      List<Consumer<OperatorListener>> known = new ArrayList<>();
      for (Change.Define definition : registry.definitions()) {
        known.add(told -> told.defined(definition.schema()));
      }
      listeners.add(listener, known);
    } finally {
      lock.unlock();
    }
    listeners.awaitTold();
    return handle;
  }

  private Drain forget(Listeners.Listener listener) {
    return locked(() -> {
      listeners.remove(listener);
      return callsInside();
    });
  }

  /** Adds an observer. */
  Registration observe(CallObserver observer, String owner) {
    Observing observing = observers.observing(observer, owner);
    return locked(() -> {
      Listening handle = new Listening(() -> forget(observing));
      List<Observing> next = observers.with(observing);
      if (observers.all().isEmpty()) {
        Drain _ = commits.observe(next);
      } else {
        observers.become(next);
      }
      return handle;
    });
  }

  private Drain forget(Observing observing) {
    return locked(() -> {
      List<Observing> next = observers.without(observing);
      if (next.isEmpty()) {
        return commits.observe(next);
      }
      observers.become(next);
      return callsInside();
    });
  }

  /** Returns the wait for the calls that began before. Holds: lock. */
  private Drain callsInside() {
    return new EpochDrain(Internals.EPOCHS.advance(), publication::cut);
  }

  private <T> T locked(Supplier<T> change) {
    lock.lock();
    try {
      return change.get();
    } finally {
      lock.unlock();
    }
  }
}
