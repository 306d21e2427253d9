package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.operator.EpochDrain;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.operator.OperatorHistory;
import jackfield.dispatcher.impl.operator.Store;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.dispatcher.impl.table.Observing;
import jackfield.kernel.CallWatch;
import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Publishes drafts in three steps. (1) Everything that may fail: it builds all tables and allocates
 * everything to be stored. (2) The stores, which cannot fail, inside the step of the process-wide
 * clock that makes them visible. (3) It unlinks superseded tables and versions; this may fail and
 * is repeated later.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock, which {@link #cut} takes itself.
 */
final class Publication {
  private static final System.Logger LOG = System.getLogger(Publication.class.getName());
  private static final int ROOM = 64; // frames: the stores need about ten

  private final ReentrantLock lock;
  private final Registry registry;
  private final OperatorHistory history;
  private final FaultPoint faults;
  private Superseding oldest; // null for none; linked, so that adding one allocates nothing
  private Superseding newest;

  /**
   * What one commit published. The predecessors of its tables and versions are unlinked when no
   * thread is inside an older epoch.
   */
  private static final class Superseding {
    private final List<OperatorEntry.Version> versions;
    private final List<OperatorEntry.Built> tables;
    private long epoch;
    private Superseding next;

    Superseding(List<OperatorEntry.Version> versions, List<OperatorEntry.Built> tables) {
      this.versions = versions;
      this.tables = tables;
    }

    void publish(long first) {
      epoch = first;
      for (int i = 0; i < tables.size(); i++) {
        OperatorEntry.Built built = tables.get(i);
        Internals.TABLES.publishRelease(built.operator(), built.table(), first);
      }
      for (int i = 0; i < versions.size(); i++) {
        versions.get(i).begin(first);
      }
    }

    void cut() {
      tables.forEach(built -> Internals.TABLES.cutPrevious(built.table()));
      versions.forEach(OperatorEntry.Version::cutPrevious);
    }
  }

  Publication(ReentrantLock lock, Registry registry, OperatorHistory history, FaultPoint faults) {
    this.lock = lock;
    this.registry = registry;
    this.history = history;
    this.faults = faults;
  }

  /**
   * Publishes {@code draft} as the state of the registry, together with {@code stores}, as one
   * epoch. If it throws, nothing has changed. Holds: lock.
   *
   * @param observers the observers that the tables are built for
   * @return the wait for the calls that began before
   */
  Drain publish(Draft draft, List<Observing> observers, List<Store> stores) {
    Superseding next = build(draft, observers);
    faults.before("states");
    Store states = draft.storing();
    Store[] others = stores.toArray(Store[]::new);
    Drain[] drain = new Drain[1];
    Internals.EPOCHS.advance(epoch -> {
      drain[0] = new EpochDrain(epoch, this::cut);
      faults.before("stores");
      requireRoom(ROOM);
      next.publish(epoch);
      append(next);
      registry.become(draft);
      states.store(drain[0]);
      for (int i = 0; i < others.length; i++) {
        others[i].store(drain[0]);
      }
    });
    cutQuietly();
    return drain[0];
  }

  /**
   * Makes the new kernels that operators in use need, so that the commit of a kernel that cannot be
   * made is refused. A table accepts such a kernel: the commits of other bundles must not fail.
   */
  private static void makeArrivals(Draft draft, List<OperatorEntry> touched) {
    Map<OperatorName, OperatorEntry> held = new HashMap<>(); // few: no search for most arrivals
    for (OperatorEntry entry : touched) {
      if (entry.isHeld()) {
        held.put(entry.name(), entry);
      }
    }
    for (KernelRegistration arrival : draft.arrivals()) {
      OperatorEntry entry = held.get(arrival.operator());
      if (entry != null && draft.state(entry).kernels().first(arrival.key()) == arrival) {
        Object _ = arrival.kernel().target();
      }
    }
  }

  private Superseding build(Draft draft, List<Observing> observers) {
    List<OperatorEntry> touched = draft.touched();
    makeArrivals(draft, touched);
    List<OperatorEntry.Version> versions = new ArrayList<>(touched.size());
    List<OperatorEntry.Built> tables = new ArrayList<>();
    for (OperatorEntry entry : touched) {
      faults.before("tables of an operator");
      OperatorEntry.Version next = entry.next(draft.state(entry), draft.fallbacks());
      versions.add(next);
      if (entry.isHeld()) {
        CallWatch watch = registry.observers().watch(observers, next.tags());
        tables.addAll(entry.build(next, watch));
      }
    }
    return new Superseding(versions, tables);
  }

  /**
   * Creates an operator handle for a caller, with the tables of all epochs that calls may be
   * inside.
   */
  Operator addHandle(OperatorEntry entry, Supplier<? extends Operator> making) {
    cut();
    Operator operator = making.get();
    for (OperatorEntry.Version version : entry.versions()) {
      CallWatch watch = registry.observers().watch(version.tags());
      OperatorEntry.Built built = version.build(operator, watch);
      addTable(version.epoch(), built);
      Internals.TABLES.publishRelease(operator, built.table(), version.epoch());
    }
    entry.addHandle(operator);
    return operator;
  }

  /** Adds a table to the commit that began {@code epoch}, unless it is complete. */
  private void addTable(long epoch, OperatorEntry.Built built) {
    for (Superseding each = oldest; each != null; each = each.next) {
      if (each.epoch == epoch) {
        each.tables.add(built);
      }
    }
  }

  /** Fails with a StackOverflowError unless there is room for {@code frames} more calls. */
  private static int requireRoom(int frames) {
    return frames == 0 ? 0 : 1 + requireRoom(frames - 1);
  }

  private void append(Superseding next) {
    if (oldest == null) {
      oldest = next;
    } else {
      newest.next = next;
    }
    newest = next;
  }

  /**
   * Unlinks superseded tables. A failure costs memory until the next commit or the end of a drain.
   */
  @SuppressWarnings("IllegalCatch") // the commit is valid
  private void cutQuietly() {
    try {
      faults.before("cut");
      cut();
    } catch (Throwable thrown) {
      QuietLog.log(LOG, System.Logger.Level.DEBUG, "superseded tables stay for now", thrown);
    }
  }

  /** Unlinks the tables and versions that no thread can use any more. */
  void cut() {
    lock.lock();
    try {
      long inside = oldest == null ? 0 : Internals.EPOCHS.oldestInside();
      while (oldest != null && oldest.epoch <= inside) {
        oldest.cut();
        removeUnused(oldest);
        oldest = oldest.next;
      }
      newest =
          oldest == null ? null : newest; // it references operators, perhaps of a class of a bundle
    } finally {
      lock.unlock();
    }
  }

  private void removeUnused(Superseding complete) {
    for (OperatorEntry.Version version : complete.versions) {
      if (version.entry().isUnused()) {
        history.outlive(version.entry());
        registry.remove(version.entry());
      }
    }
  }
}
